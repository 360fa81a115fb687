import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ThemePage } from "#kit/market-document.ts";
import { type MarketClass, marketClasses, type MarketKind, marketKinds } from "#kit/market.ts";
import type { PageDocument, PageRecord } from "#kit/page.ts";
import { descendantsOf, treeOf, widgetsOf } from "#kit/page-tree.ts";
import type { ThemeTokens } from "#kit/site.ts";
import { formatText, type Text } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { useText } from "#ui/locale.ts";
import {
  adaptPart,
  type ForeignPart,
  loadTypesOf,
  type PartReport,
  type Themes,
} from "#features/builder/document/foreign-part.ts";
import { useEditor } from "#features/builder/editor/editor.ts";
import type { MarketEntry } from "./market-items.ts";

const texts = {
  by: { zh: "来自 {name}", en: "By {name}" },
  platform: { zh: "平台提供", en: "By the platform" },
  edition: { zh: "版本 {n}", en: "Version {n}" },
  pages: { zh: "{n} 个页面", en: "{n} {n|page|pages}" },
};

/** What a source consists of: components, made with some colours; or the look of a theme, with the pages that come with it. */
export type Content = {
  page?: PageDocument | undefined;
  tokens?: ThemeTokens | undefined;
  themePages?: readonly ThemePage[] | undefined;
  colors: Themes["from"];
};

/** Something that can be inserted: an item of the market. */
export type Source = {
  /** Identifies the content, which never changes. */
  key: readonly string[];
  name: string;
  kind: MarketKind;
  /** What it is and where it comes from, in short parts. */
  facts: string[];
  intro: string;
  /** Where it can be looked at as it was made. */
  url: string;
  load: (signal: AbortSignal) => Promise<Content>;
  /** The components to insert, with their files copied into this space. */
  take: () => Promise<PageDocument>;
};

/** Who offers an item. */
export function useOfferedBy() {
  const t = useText();
  return ({ isPlatform, spaceName }: Pick<MarketEntry, "isPlatform" | "spaceName">): string =>
    isPlatform ? t(texts.platform) : t(formatText(texts.by, { name: spaceName }));
}

/** An item of the market as a source. */
export function useMarketSource() {
  const t = useText();
  const offeredBy = useOfferedBy();
  return (entry: MarketEntry): Source => {
    const { id, edition, name, kind, classId, intro, url, pages } = entry;
    return {
      key: ["market", id, String(edition)],
      name,
      kind,
      facts: [
        t(marketKinds[kind].name),
        ...(pages === 0 ? [] : [t(formatText(texts.pages, { n: pages }))]),
        t(marketClasses[classId as MarketClass].name),
        offeredBy(entry),
        t(formatText(texts.edition, { n: edition })),
      ],
      intro,
      url,
      async load(signal) {
        const { colors, ...item } = await call("GET Api/Market/Item", { id, edition }, { signal });
        return {
          page: item.page,
          tokens: item.tokens,
          themePages: item.themePages,
          colors: item.tokens ?? colors ?? {},
        };
      },
      take: async () => (await call("POST Api/Market/Take", { id, edition })).page!,
    };
  };
}

/** The content of a source, loaded when `isWanted`, with the types of its settings. */
export function useContent({ key, load }: Source, isWanted = true) {
  return useQuery({
    queryKey: ["builder", "gallery", ...key],
    async queryFn({ signal }): Promise<Content> {
      const content = await load(signal);
      const pages = [content.page ?? [], content.themePages?.map(({ page }) => page) ?? []].flat();
      await loadTypesOf(pages.flatMap(({ records }) => Object.values(records)));
      return content;
    },
    enabled: isWanted,
    staleTime: Infinity,
  });
}

/** The components of a page as a part: all with its settings, or the widget `section` with everything on it. */
export function partOf(page: PageDocument, kind: MarketKind, section?: string): ForeignPart {
  const records = Object.values(page.records);
  if (section === undefined) return { records, ...(kind === "page" ? { setting: page.setting } : {}) };
  const tree = treeOf(page);
  return { records: [tree.record(section) ?? [], descendantsOf(tree, section)].flat() };
}

/** The widgets of a page that can be inserted one by one; none if there is only one. */
export function sectionsOf(page: PageDocument | undefined): PageRecord[] {
  const widgets = page === undefined ? [] : widgetsOf(page);
  return widgets.length > 1 ? widgets : [];
}

/** A part that is not a whole page is shown without the frame of the site. */
const bareSetting = { title: {}, description: {}, showHead: false, showFoot: false };

/** Content as it would be on this site: the page to show and what was adapted, or why it cannot be used. */
export type Fit = { page: PageDocument; report: PartReport; problem?: never } | { problem: Text; page?: never };

/** The content of a source, or one section of it, as it would be on this site; undefined for a theme, and until it is loaded. */
export function useFit(content: Content | undefined, kind: MarketKind, section?: string): Fit | undefined {
  const { site } = useEditor();
  return useMemo(() => {
    if (content?.page === undefined) return undefined;
    const adapted = adaptPart(partOf(content.page, kind, section), { from: content.colors, to: site.tokens });
    if ("zh" in adapted) return { problem: adapted };
    const { records, setting = bareSetting } = adapted.part;
    const page = { schema: 1 as const, setting, records: Object.fromEntries(records.map((item) => [item.id, item])) };
    return { page, report: adapted.report };
  }, [content, kind, section, site.tokens]);
}
