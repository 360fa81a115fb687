import type { Text } from "#kit/text.ts";
import { maxLengthAttribute } from "#kit/text-length.ts";
import type { RenderContext } from "#kit/widget.ts";
import { ServerOnly } from "./server-only.tsx";

const maxQueryLength = 60;

type SearchFormProps = { action: string; q: string; label: Text; context: RenderContext };

const closedText = { zh: "静态站点不提供搜索。", en: "Search is not available in the static copy of this site." };

/** A search form that works without scripts. It opens `action` with the words as `?q=`. */
export function SearchForm({ action, q, label, context }: SearchFormProps) {
  const { t, staticExport } = context;
  if (staticExport !== undefined) return <ServerOnly text={closedText} context={context} />;
  return (
    <form className="search" role="search" action={action} method="get">
      <input
        type="search"
        name="q"
        defaultValue={q}
        maxLength={maxLengthAttribute(maxQueryLength)}
        aria-label={t(label)}
        placeholder={t(label)}
      />
      <button className="action small" type="submit">
        {t({ zh: "搜索", en: "Search" })}
      </button>
    </form>
  );
}

export const searchCss = `
  & .search {
    display: flex;
    gap: 8px;
    max-width: 460px;

    & input {
      flex: 1 1 120px;
      width: 100%;
      min-width: 0;
      height: 44px;
      padding-inline: 14px;
      border: 1px solid var(--line-2);
      border-radius: var(--r);
      background: var(--sheet);
      color: var(--ink);
      font: inherit;
      font-size: 1rem;
    }
    & .action {
      flex: none;
      min-height: 44px;
      padding-inline: 14px;
    }
  }`;
