import {
  type MarketClass,
  marketClasses,
  marketClassNames,
  type MarketKind,
  marketKindNames,
  marketKinds,
} from "#kit/market.ts";
import { Input } from "#ui/input.tsx";
import { LabelledCheckbox } from "#ui/labelled-checkbox.tsx";
import { useText } from "#ui/locale.ts";
import { RadioButtons } from "#ui/radio-buttons.tsx";
import { Select } from "#ui/select.tsx";

const texts = {
  kind: { zh: "种类", en: "Kind" },
  allKinds: { zh: "全部", en: "All" },
  class: { zh: "分类", en: "Class" },
  allClasses: { zh: "全部分类", en: "All classes" },
  search: { zh: "搜索名称或说明", en: "Search by name or description" },
  own: { zh: "仅看本空间提供的", en: "Offered by this space" },
};

/** Which items of the market the list shows: of a kind, of a class, with a word in their names, of everybody or of this space. */
export type Filter = { kind: MarketKind | ""; classId: MarketClass | ""; keyword: string; isOwn: boolean };

/** The filters of the gallery: kind, words, class, and whose items. */
export function Filters({ filter, onFilter }: { filter: Filter; onFilter: (filter: Filter) => void }) {
  const t = useText();
  const kinds: { key: Filter["kind"]; label: string }[] = [
    { key: "", label: t(texts.allKinds) },
    ...marketKindNames.map((key) => ({ key, label: t(marketKinds[key].name) })),
  ];
  return (
    <div className="grid gap-3">
      <RadioButtons
        legend={t(texts.kind)}
        isLegendHidden
        layout="line"
        choices={kinds}
        value={filter.kind}
        onChange={(kind) => onFilter({ ...filter, kind })}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Input
          type="search"
          className="min-w-48 flex-1"
          aria-label={t(texts.search)}
          placeholder={t(texts.search)}
          maxLength={60}
          value={filter.keyword}
          onChange={({ target }) => onFilter({ ...filter, keyword: target.value })}
        />
        <Select
          label={t(texts.class)}
          className="w-auto! min-w-36"
          value={filter.classId === "" ? null : filter.classId}
          options={marketClassNames.map((key) => ({ key, name: t(marketClasses[key].name) }))}
          placeholder={t(texts.allClasses)}
          isClearable
          onChange={(key) => onFilter({ ...filter, classId: (key ?? "") as Filter["classId"] })}
        />
        <LabelledCheckbox checked={filter.isOwn} disabled={false} onChange={(isOwn) => onFilter({ ...filter, isOwn })}>
          {t(texts.own)}
        </LabelledCheckbox>
      </div>
    </div>
  );
}
