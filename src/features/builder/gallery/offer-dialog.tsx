import { useState } from "react";
import type { MarketKind } from "#kit/market.ts";
import { settingId } from "#kit/page.ts";
import { widgetAbove } from "#kit/page-tree.ts";
import { formatText, type Locale, type LocalizedValue } from "#kit/text.ts";
import { useLocale, useText } from "#ui/locale.ts";
import { RadioButtons } from "#ui/radio-buttons.tsx";
import { excerptOf, labelOf, nameOf } from "#features/builder/document/names.ts";
import { missingLocales } from "#features/builder/document/text-place.ts";
import { useEditor } from "#features/builder/editor/editor.ts";
import { OfferForm } from "./offer-form.tsx";

const texts = {
  what: { zh: "提供什么", en: "What to offer" },
  widget: { zh: "组件“{name}”", en: "The component “{name}”" },
  group: { zh: "所选的 {n} 个组件", en: "The {n} selected components" },
  page: { zh: "整个页面", en: "The whole page" },
  unsaved: { zh: "页面未能保存，请先处理保存时的问题", en: "The page could not be saved. Resolve that first." },
};

type PageKind = Exclude<MarketKind, "theme">;

/** What can be offered: the selected component, the selected components, and the page, with the one that is meant first. */
function useOffers(): { kinds: PageKind[]; widgets: string[] } {
  const { store } = useEditor();
  const [offers] = useState(() => {
    const selected = store.selected.get().flatMap((id) => widgetAbove(store.record, id)?.id ?? []);
    const widgets = [...new Set(selected)];
    const part: PageKind[] = widgets.length === 0 ? [] : [widgets.length === 1 ? "widget" : "group"];
    return { kinds: [...part, "page" as const], widgets };
  });
  return offers;
}

/** The form that offers components, or the page, to the market. */
export function OfferDialog({ onClose }: { onClose: () => void }) {
  const locale = useLocale();
  const t = useText();
  const { pageId, session, store } = useEditor();
  const { kinds, widgets } = useOffers();
  const [kind, setKind] = useState(kinds[0]!);
  const first = store.record(widgets[0] ?? "");

  function suggestedName(): LocalizedValue<string> {
    if (kind === "page") return store.setting().title;
    if (first === undefined) return {};
    const missing = missingLocales(first);
    const nameIn = (language: Locale) =>
      ((missing.includes(language) ? "" : excerptOf(first, language)) || nameOf(first, language)).slice(0, 60);
    return { zh: nameIn("zh"), en: nameIn("en") };
  }
  async function read() {
    // What is offered is the draft as it is stored.
    if (!(await session.save())) throw new Error(t(texts.unsaved));
    return { pageId, ...(kind === "page" ? {} : { recordIds: widgets }) };
  }
  const kindNames: Record<PageKind, string> = {
    widget: t(formatText(texts.widget, { name: first === undefined ? "" : nameOf(first, locale) })),
    group: t(formatText(texts.group, { n: widgets.length })),
    page: t(texts.page),
  };
  return (
    <OfferForm
      kind={kind}
      name={suggestedName()}
      read={read}
      nameOf={({ id }) => labelOf(store, id, locale)}
      onProblem={({ id }) => {
        store.selected.set(id === settingId ? [] : [id]);
        onClose();
      }}
      onClose={onClose}
    >
      {() => (
        <RadioButtons
          legend={t(texts.what)}
          layout="line"
          choices={kinds.map((key) => ({ key, label: kindNames[key] }))}
          value={kind}
          onChange={setKind}
        />
      )}
    </OfferForm>
  );
}
