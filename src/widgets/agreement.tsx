import { textIn } from "#kit/text.ts";
import { defineWidget } from "#kit/widget.ts";
import { Contents, Prose, proseCss } from "./parts/prose.tsx";

/** The agreement with the number in the query, a row of `contract`: `?method=contract&id=2` (S-003). The builder shows the first agreement. */
const agreement = defineWidget({
  name: "agreement",
  title: { zh: "协议正文", en: "Agreement" },
  settings: {
    eyebrow: { type: "textbox", name: { zh: "眉题", en: "Eyebrow" }, localized: true, max: 40 },
  },
  example: { eyebrow: { zh: "协议", en: "Agreements" } },
  async load(_value, { list, param, notFound, describe, markdown, locale, isPreview }) {
    const [method, id] = [param("method"), param("id")];
    // Only `method=contract` is a page; any other value is not found. The page builder has no query parameters.
    if (!isPreview && (method?.toLowerCase() !== "contract" || !/^\d{1,4}$/.test(id ?? ""))) notFound();
    const filter = isPreview ? { and: [] } : ({ field: "number", op: "eq", value: Number(id) } as const);
    const [contract] = await list("contract", { filter, sort: { field: "number", direction: "asc" }, limit: 1 });
    if (contract === undefined) return isPreview ? undefined : notFound();
    const text = markdown(textIn(contract.text, locale));
    describe({ title: textIn(contract.title, locale), description: text.summary });
    return { contract, text };
  },
  Render({ value, data, context: { locale, t } }) {
    if (data === undefined) return null;
    const { contract, text } = data;
    return (
      <article className="section wrap">
        <header>
          <p className="eyebrow">{textIn(value.eyebrow, locale)}</p>
          <h1>{textIn(contract.title, locale)}</h1>
          {contract.effectiveAt !== null && (
            <p className="mono">
              {t({ zh: "生效日期", en: "Effective date" })}{" "}
              <time dateTime={contract.effectiveAt}>{contract.effectiveAt.slice(0, 10)}</time>
            </p>
          )}
        </header>
        <div className="columns">
          <Contents text={text} locale={locale} />
          <Prose text={text} />
        </div>
      </article>
    );
  },
  css: `
[data-widget="agreement"] {
  & .section {
    max-width: 1200px;
    padding-top: clamp(48px, 6vw, 96px);
  }
  & header {
    display: grid;
    gap: 16px;
    padding-bottom: 32px;
    border-bottom: 1px solid var(--ink);

    & .mono {
      color: var(--ink-3);
    }
  }
  & h1 {
    font-size: calc(clamp(2rem, 1.4rem + 2.4vw, 3.25rem) * var(--heading-scale));
  }
  & .columns {
    display: grid;
    grid-template-columns: minmax(160px, 240px) minmax(0, 1fr);
    gap: clamp(32px, 5vw, 80px);
    margin-top: 40px;
  }
  & .contents {
    position: sticky;
    top: 92px;
    align-self: start;
  }
  @media (width < 900px) {
    & .columns {
      grid-template-columns: minmax(0, 1fr);
    }
    & .contents {
      position: static;
    }
  }
${proseCss}
}`,
});

export default agreement;
declare module "#kit/widget.ts" {
  interface Widgets {
    agreement: typeof agreement;
  }
}
