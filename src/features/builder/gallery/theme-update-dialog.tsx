import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { withoutOrigins } from "#kit/page-origin.ts";
import { baseColors } from "#kit/theme-colors.ts";
import { themeFields } from "#kit/theme-fields.ts";
import { formatText, type Text } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { QueryContent } from "#ui/query-content.tsx";
import { ChangeList } from "#features/builder/dialogs/change-list.tsx";
import { loadTypesOf } from "#features/builder/document/foreign-part.ts";
import { pageChanges } from "#features/builder/document/page-changes.ts";
import { type LaterTheme, useThemeSteps, useThemeUpdate } from "./theme-updates.ts";

const texts = {
  title: { zh: "主题的市场更新", en: "Theme updates" },
  versions: { zh: "“{name}”版本 {from} → {to}", en: "{name}, version {from} → {to}" },
  none: { zh: "此主题已是市场中的最新版本", en: "This theme is up to date with the market" },
  text: {
    zh: "您自己的修改会保留，除非新版本修改了同一项。页面只更新草稿。",
    en: "Your own changes are kept unless the new version changes the same setting. Of pages, only drafts change.",
  },
  shown: {
    zh: "网站正在使用此主题，更新后访客立即看到新的外观。",
    en: "The site has this theme: visitors see the new look at once.",
  },
  unknownBase: {
    zh: "原版本已不再保存，更新会替换主题和页面中来自市场的全部设置。",
    en: "The earlier version is no longer stored. Updating replaces every setting that came from the market.",
  },
  tokens: { zh: "主题的变化", en: "Changes to the theme" },
  pages: { zh: "页面的变化", en: "Changes to pages" },
  newPage: { zh: "新页面，添加为草稿", en: "New page, added as a draft" },
  changesOf: { zh: "“{name}”的变化", en: "Changes to {name}" },
  same: { zh: "主题和页面都不会改变。", en: "Neither the theme nor its pages change." },
  default: { zh: "默认", en: "Default" },
  look: { zh: "查看新版本的样子", en: "See the new version" },
  undo: { zh: "恢复到版本 {n}", en: "Go back to version {n}" },
  close: { zh: "关闭", en: "Close" },
  update: { zh: "更新", en: "Update" },
  updating: { zh: "正在更新…", en: "Updating…" },
};

type Described = { name: Text; placeholder?: Text; options?: readonly { key: string; name: Text }[] };
const described: Readonly<Record<string, Described>> = themeFields;

/** A value of a token as people know it: the name of a choice, or the colour with a sample. */
function TokenValue({ name, value }: { name: string; value: string | number | null }) {
  const t = useText();
  const { options, placeholder } = described[name] ?? {};
  const chosen = options?.find(({ key }) => key === value)?.name;
  const isColor = typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value);
  const fallback = Object.hasOwn(baseColors, name) ? undefined : placeholder;
  const words = chosen ?? (value === null ? (fallback ?? texts.default) : undefined);
  return (
    <span className="inline-flex items-center gap-1.5">
      {isColor && (
        <span aria-hidden="true" className="size-4 rounded-sm border border-line-2" style={{ background: value }} />
      )}
      {words === undefined ? String(value) : t(words)}
    </span>
  );
}

function TokenList({ tokens }: Pick<LaterTheme, "tokens">) {
  const t = useText();
  return (
    <ul aria-label={t(texts.tokens)} className="border-t border-line text-sm">
      {tokens.map(({ name, before, after }) => (
        <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2">
          <span className="min-w-36 flex-1 font-medium">{t(described[name]?.name ?? { zh: name, en: name })}</span>
          <span className="flex flex-wrap items-center gap-2 text-ink-2">
            <TokenValue name={name} value={before} />
            <span aria-hidden="true">→</span>
            <TokenValue name={name} value={after} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function PageItem({ page: { path, title, before, after } }: { page: LaterTheme["pages"][number] }) {
  const t = useText();
  const locale = useLocale();
  const changes = useMemo(
    () =>
      before === null
        ? []
        : pageChanges(
            { page: withoutOrigins(before), broken: [] },
            { page: withoutOrigins(after), broken: [] },
            locale,
          ),
    [before, after, locale],
  );
  const name = title === "" ? path : title;
  return (
    <li className="grid gap-1.5 border-b border-line py-2.5">
      <p className="text-sm">
        <span className="font-medium">{name}</span>{" "}
        <span className="font-mono text-xs break-all text-ink-3">{path}</span>
      </p>
      {before === null ? (
        <p className="text-sm text-success">{t(texts.newPage)}</p>
      ) : (
        <ChangeList label={t(formatText(texts.changesOf, { name }))} changes={changes} />
      )}
    </li>
  );
}

/** What a later edition changes of the theme and its pages. */
function Difference({ later, isCurrent }: { later: LaterTheme; isCurrent: boolean }) {
  const t = useText();
  const { tokens, pages, isBaseKnown, url } = later;
  return (
    <div className="grid gap-5">
      <div className="grid gap-1 text-sm text-ink-2">
        <p>{t(texts.text)}</p>
        {isCurrent && tokens.length > 0 && <p className="text-warning">{t(texts.shown)}</p>}
        {!isBaseKnown && <p className="text-warning">{t(texts.unknownBase)}</p>}
      </div>
      {tokens.length + pages.length === 0 && <p className="text-sm text-ink-3">{t(texts.same)}</p>}
      {tokens.length > 0 && (
        <section>
          <h3 className="mb-2 text-sm font-medium text-ink-2">{t(texts.tokens)}</h3>
          <TokenList tokens={tokens} />
        </section>
      )}
      {pages.length > 0 && (
        <section>
          <h3 className="mb-2 text-sm font-medium text-ink-2">{t(texts.pages)}</h3>
          <ul aria-label={t(texts.pages)} className="border-t border-line">
            {pages.map((page) => (
              <PageItem key={page.path} page={page} />
            ))}
          </ul>
        </section>
      )}
      <a href={url} target="_blank" rel="noreferrer" className="text-sm text-brand underline underline-offset-3">
        {t(texts.look)}
      </a>
    </div>
  );
}

type ThemeUpdateDialogProps = { themeId: string; isCurrent: boolean; onChanged: () => void; onClose: () => void };

/** A later edition of a theme in the market: what it changes, the update, and the way back. */
export function ThemeUpdateDialog({ themeId, isCurrent, onChanged, onClose }: ThemeUpdateDialogProps) {
  const t = useText();
  const found = useThemeUpdate(themeId);
  const { data } = found;
  const query = useQuery({
    queryKey: ["themes", themeId, "update types", data?.later?.latest ?? 0],
    async queryFn() {
      const pages = data?.later?.pages.flatMap(({ before, after }) => [before ?? [], after].flat()) ?? [];
      await loadTypesOf(pages.flatMap(({ records }) => Object.values(records)));
      return true;
    },
    enabled: data !== undefined,
  });
  const close = () => {
    onChanged();
    onClose();
  };
  const { update, undo } = useThemeSteps(themeId, close);
  const isBusy = update.isPending || undo.isPending;
  const later = data?.later ?? undefined;
  const undoable = data?.undo ?? undefined;
  const shown = data === undefined || query.data === undefined ? undefined : data;
  return (
    <Dialog
      isOpen
      size="wide"
      title={t(texts.title)}
      {...(later === undefined
        ? {}
        : { description: t(formatText(texts.versions, { name: later.name, from: later.edition, to: later.latest })) })}
      onClose={() => !isBusy && onClose()}
      actions={
        <>
          {undoable !== undefined && (
            <Button disabled={isBusy} aria-busy={undo.isPending} onClick={() => undo.mutate()}>
              {t(formatText(texts.undo, { n: undoable }))}
            </Button>
          )}
          <Button disabled={isBusy} onClick={onClose}>
            {t(texts.close)}
          </Button>
          {later !== undefined && (
            <Button
              kind="primary"
              disabled={shown === undefined || isBusy}
              aria-busy={update.isPending}
              onClick={() => update.mutate(later.latest)}
            >
              {t(update.isPending ? texts.updating : texts.update)}
            </Button>
          )}
        </>
      }
    >
      <div className="mt-4 min-h-32">
        <QueryContent
          query={{ data: shown, error: found.error ?? query.error, refetch: () => found.refetch() }}
          height="h-40"
        >
          {(loaded) =>
            loaded.later === null ? (
              <EmptyState title={t(texts.none)} />
            ) : (
              <Difference later={loaded.later} isCurrent={isCurrent} />
            )
          }
        </QueryContent>
      </div>
      {update.error !== null && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {update.error.message}
        </p>
      )}
    </Dialog>
  );
}
