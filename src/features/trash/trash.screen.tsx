import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { trashDays, type TrashEntity } from "#kit/row-history.ts";
import { formatText } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { ScreenProblem } from "#client/screen-states.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { Select } from "#ui/select.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { useTitle } from "#ui/title.ts";
import { DeletedRows } from "./deleted-rows.tsx";
import screen from "./trash.screen.ts";

const texts = {
  intro: {
    zh: "已删除的数据在此保留 {days} 天，之后自动彻底删除。",
    en: "Deleted records stay here for {days} {days|day|days} and are then permanently deleted.",
  },
  kind: { zh: "数据类型", en: "Type" },
  option: { zh: "{name}（{count}）", en: "{name} ({count})" },
  capped: { zh: "{name}（999+）", en: "{name} (999+)" },
  empty: { zh: "回收站为空", en: "Trash is empty" },
  emptyText: { zh: "删除的数据会显示在这里。", en: "Records that you delete appear here." },
};

/** The server counts at most 1000 deleted rows per entity. */
const optionText = ({ count }: TrashEntity) => (count < 1000 ? texts.option : texts.capped);

/** Deleted rows of the space, entity by entity. */
export function TrashScreen() {
  const t = useText();
  const locale = useLocale();
  const [search, setSearch] = useSearchParams();
  const { data, error, refetch } = useQuery({
    queryKey: ["trash", locale],
    queryFn: ({ signal }) => call("GET Api/Trash/Entities", {}, { signal }),
    staleTime: 0,
  });
  useTitle(t(screen.title));
  if (error !== null && data === undefined) return <ScreenProblem problem={error} onRetry={() => void refetch()} />;
  const selectedType = data?.find(({ type }) => type === search.get("type")) ?? data?.[0];
  return (
    <div className="grid gap-5">
      <header className="grid gap-1">
        <h1 className="text-2xl font-semibold tracking-tight">{t(screen.title)}</h1>
        <p className="text-ink-2">{t(formatText(texts.intro, { days: trashDays }))}</p>
      </header>
      {data === undefined ? (
        <Skeleton className="h-60" />
      ) : selectedType === undefined ? (
        <EmptyState title={t(texts.empty)} text={t(texts.emptyText)} />
      ) : (
        <>
          <Select
            label={t(texts.kind)}
            className="w-full sm:w-72"
            value={selectedType.type}
            options={data.map((entity) => ({
              key: entity.type,
              name: t(formatText(optionText(entity), { name: entity.name, count: entity.count })),
            }))}
            onChange={(type) => type !== null && setSearch({ type }, { replace: true })}
          />
          <DeletedRows key={selectedType.type} type={selectedType.type} onChanged={() => void refetch()} />
        </>
      )}
    </div>
  );
}
