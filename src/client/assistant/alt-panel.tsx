import { useQuery } from "@tanstack/react-query";
import type { AnyRow } from "#kit/entity.ts";
import { hasHan } from "#kit/han.ts";
import { linesOf } from "#kit/lines.ts";
import { localeNames } from "#kit/locale-names.ts";
import { type Locale, locales, type LocalizedValue, type Text } from "#kit/text.ts";
import { firstCharacters } from "#kit/text-length.ts";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { textsAround } from "./known-inputs.ts";
import { QuestionForm } from "./question-form.tsx";

const texts = {
  basis: {
    zh: "根据文件名和周围的文字撰写，AI 不会看到图片本身。",
    en: "Written from the file name and the texts around it. The AI does not see the image itself.",
  },
  file: { zh: "文件：{name}", en: "File: {name}" },
  use: { zh: "采用", en: "Use" },
  undo: { zh: "撤销填入", en: "Undo insertion" },
} satisfies Record<string, Text>;

const storedFile = /^\/files\/([0-9a-f-]{36})/;

/** An answer as an alternative text: its first Chinese line, and its first line without Chinese. A language that it does not have is absent. */
export function altTextIn(answer: string, max: number): LocalizedValue<string> {
  const lines = linesOf(answer);
  const chinese = lines.find((line) => hasHan(line));
  const english = lines.find((line) => !hasHan(line));
  return {
    ...(chinese === undefined ? {} : { zh: firstCharacters(chinese, max) }),
    ...(english === undefined ? {} : { en: firstCharacters(english, max) }),
  };
}

/** The name of a picture's file, as far as the person may read it; that of its address if it is not an upload. */
function useFileName(picture: string | undefined) {
  const [, id] = storedFile.exec(picture ?? "") ?? [];
  const { data } = useQuery({
    queryKey: ["file name", id],
    queryFn: ({ signal }) => call("GET Api/{type}/QueryById", { type: "storageFile", id: id! }, { signal }),
    enabled: id !== undefined,
    retry: false,
  });
  if (id === undefined) return picture?.split("/").at(-1) ?? "";
  return String((data as AnyRow | undefined)?.name ?? "");
}

type AltPanelProps = {
  name: string;
  /** The address of the picture. */
  picture: string | undefined;
  value: LocalizedValue<string>;
  max: number;
  values: () => Readonly<Record<string, unknown>>;
  /** Writes the texts of both languages, as one step. */
  onWrite: (value: LocalizedValue<string>) => void;
  undo: (() => void) | undefined;
};

/** Suggests the alternative text of a picture in both languages, from what is known of it. */
export function AltPanel({ name, picture, value, max, values, onWrite, undo }: AltPanelProps) {
  const t = useText();
  const locale = useLocale();
  const fileName = useFileName(picture);
  function known() {
    const { title, body } = textsAround(values(), name, locale);
    return {
      description: value[locale] ?? "",
      file: fileName,
      place: [title, body].filter((text) => text !== "").join("\n"),
      title,
    };
  }
  return (
    <>
      <p className="text-sm text-ink-2">
        {t(texts.basis)}
        {fileName !== "" && <span className="block break-words">{t(texts.file).replace("{name}", fileName)}</span>}
      </p>
      <QuestionForm purposes={["alt"]} first="alt" known={known}>
        {(answer) => {
          const suggested = altTextIn(answer.text, max);
          const found = locales.filter((language) => suggested[language] !== undefined);
          return (
            <>
              <dl className="grid gap-1 text-sm">
                {found.map((language: Locale) => (
                  <div key={language}>
                    <dt className="text-ink-3">{t(localeNames[language])}</dt>
                    <dd lang={language}>{suggested[language]}</dd>
                  </div>
                ))}
              </dl>
              <div className="flex flex-wrap gap-2">
                <Button kind="primary" onClick={() => onWrite({ ...value, ...suggested })}>
                  {t(texts.use)}
                </Button>
                {undo !== undefined && <Button onClick={undo}>{t(texts.undo)}</Button>}
              </div>
            </>
          );
        }}
      </QuestionForm>
    </>
  );
}
