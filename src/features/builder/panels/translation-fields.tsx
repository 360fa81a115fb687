import { useState } from "react";
import { confirmText, otherLocale, type OutdatedText, outdatedTexts } from "#kit/outdated.ts";
import type { PageRecord } from "#kit/page.ts";
import type { Locale, Text } from "#kit/text.ts";
import { shownLocales } from "#kit/visit.ts";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { settingsOf } from "#features/builder/document/names.ts";
import { textAt, textPlaces, type TextPlace, writeText } from "#features/builder/document/text-place.ts";
import { useEditor } from "#features/builder/editor/editor.ts";

const texts = {
  title: { zh: "翻译", en: "Translations" },
  outdated: {
    zh: { zh: "中文已过期", en: "Chinese is out of date" },
    en: { zh: "英文已过期", en: "English is out of date" },
  },
  missing: {
    zh: { zh: "缺少中文", en: "Chinese is missing" },
    en: { zh: "缺少英文", en: "English is missing" },
  },
  before: { zh: "修改前", en: "Before" },
  after: { zh: "修改后", en: "After" },
  source: { zh: "原文", en: "Original" },
  current: { zh: "译文", en: "Translation" },
  confirm: { zh: "标记为最新", en: "Mark as up to date" },
  translate: { zh: "翻译", en: "Translate" },
  translating: { zh: "正在翻译…", en: "Translating…" },
  suggestion: { zh: "翻译建议", en: "Suggested translation" },
  use: { zh: "采用", en: "Use" },
  discard: { zh: "放弃", en: "Discard" },
} satisfies Record<string, Text | Record<Locale, Text>>;

/** A text that is missing or out of date in a language. `source`: what it is to be translated from. */
type Task = { key: string; place: TextPlace; locale: Locale; source: string; entry?: OutdatedText };

/** The texts of a record that somebody has to translate into the languages in which it is shown. */
function tasksOf(record: PageRecord, shown: readonly Locale[]): Task[] {
  const outdated = outdatedTexts(record);
  return textPlaces(record).flatMap((place): Task[] => {
    const text = textAt(record, place);
    const isWritten = (locale: Locale) => (text[locale] ?? "").trim() !== "";
    return shown.flatMap((locale): Task[] => {
      const source = text[otherLocale(locale)] ?? "";
      if (source.trim() === "") return [];
      const key = `${place.field} ${place.cell?.row ?? ""} ${place.cell?.name ?? ""} ${locale}`;
      if (!isWritten(locale)) return [{ key, place, locale, source }];
      const entry = outdated.find(
        (item) =>
          item.field === place.field && item.locale === locale && item.text === text[locale] && item.current === source,
      );
      return entry === undefined ? [] : [{ key, place, locale, source, entry }];
    });
  });
}

type Suggestion =
  | { state: "idle" }
  | { state: "loading" }
  | { state: "ready"; text: string }
  | { state: "failed"; message: string };

/** One text to translate: the difference of its original, a suggestion of the translation service, and the word that nothing has to change. */
function TranslationTask({ record, task: { place, locale, source, entry } }: { record: PageRecord; task: Task }) {
  const t = useText();
  const language = useLocale();
  const { store } = useEditor();
  const [suggestion, setSuggestion] = useState<Suggestion>({ state: "idle" });
  const name = settingsOf(record)?.[place.field]?.name[language] ?? place.field;
  const languageOf = (which: Locale) => (which === "zh" ? "zh-CN" : "en");

  async function translate(): Promise<void> {
    setSuggestion({ state: "loading" });
    try {
      const text = await call("GET api/BaiduTranslate/Translate", { text: source, to: locale }, { method: "POST" });
      setSuggestion({ state: "ready", text });
    } catch (error) {
      setSuggestion({ state: "failed", message: error instanceof Error ? error.message : String(error) });
    }
  }
  function use(text: string): void {
    const current = store.record(record.id);
    if (current !== undefined)
      store.edit(writeText(current, place, locale, text), {
        capture: { merge: `field ${record.id} ${place.field} ${locale}` },
      });
    setSuggestion({ state: "idle" });
  }
  function confirm(): void {
    const current = store.stored.record(record.id);
    if (current === undefined || entry === undefined) return;
    const after = confirmText(current, entry);
    store.edit({ records: [{ id: record.id, before: current, after }] }, { isStored: true });
  }
  return (
    <li className="translation-task">
      <p className="state">
        {name} · {t(entry === undefined ? texts.missing[locale] : texts.outdated[locale])}
      </p>
      <dl>
        {entry !== undefined && (
          <>
            <dt>{t(texts.before)}</dt>
            <dd lang={languageOf(otherLocale(locale))}>
              <del>{entry.source}</del>
            </dd>
          </>
        )}
        <dt>{t(entry === undefined ? texts.source : texts.after)}</dt>
        <dd lang={languageOf(otherLocale(locale))}>{entry === undefined ? source : <ins>{source}</ins>}</dd>
        {entry !== undefined && (
          <>
            <dt>{t(texts.current)}</dt>
            <dd lang={languageOf(locale)}>{entry.text}</dd>
          </>
        )}
        {suggestion.state === "ready" && (
          <>
            <dt>{t(texts.suggestion)}</dt>
            <dd lang={languageOf(locale)}>{suggestion.text}</dd>
          </>
        )}
      </dl>
      {suggestion.state === "failed" && (
        <p role="alert" className="text-danger">
          {suggestion.message}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {suggestion.state === "ready" ? (
          <>
            <Button kind="primary" onClick={() => use(suggestion.text)}>
              {t(texts.use)}
            </Button>
            <Button onClick={() => setSuggestion({ state: "idle" })}>{t(texts.discard)}</Button>
          </>
        ) : (
          <>
            <Button disabled={suggestion.state === "loading"} onClick={() => void translate()}>
              {t(suggestion.state === "loading" ? texts.translating : texts.translate)}
            </Button>
            {entry !== undefined && <Button onClick={confirm}>{t(texts.confirm)}</Button>}
          </>
        )}
      </div>
    </li>
  );
}

/** The texts of a record that are missing or out of date in a language; nothing if there are none. */
export function TranslationFields({ record }: { record: PageRecord }) {
  const t = useText();
  const { store } = useEditor();
  const tasks = tasksOf(record, shownLocales(store.record, record.id));
  if (tasks.length === 0) return null;
  return (
    <section aria-label={t(texts.title)}>
      <h3 className="panel-title mb-2">{t(texts.title)}</h3>
      <ul className="grid gap-3">
        {tasks.map((task) => (
          <TranslationTask key={task.key} record={record} task={task} />
        ))}
      </ul>
    </section>
  );
}
