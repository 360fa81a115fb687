import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { CallOutput } from "#kit/call.ts";
import { dateTime } from "#kit/format.ts";
import { relativeTime } from "#kit/relative-time.ts";
import { spaceStates } from "#kit/space.ts";
import { formatText } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { ScreenLoading, ScreenProblem } from "#client/screen-states.tsx";
import { Button } from "#ui/button.tsx";
import { MoreButton } from "#ui/more-button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Input } from "#ui/input.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { cellClass, numberCellClass, RecordTable } from "#ui/record-table.tsx";
import { Select } from "#ui/select.tsx";
import { StatusTag } from "#ui/status-tag.tsx";
import { useTitle } from "#ui/title.ts";
import { useSettled } from "#ui/use-settled.ts";
import { count, stateNames, storageText, unknown } from "./space-texts.ts";
import screen from "./spaces.screen.ts";

const texts = {
  intro: {
    zh: "平台上的所有空间。用量每小时统计一次。",
    en: "All spaces on this platform. Usage is measured every hour.",
  },
  search: { zh: "名称或编码", en: "Name or code" },
  state: { zh: "状态", en: "Status" },
  all: { zh: "全部状态", en: "All statuses" },
  name: { zh: "空间", en: "Space" },
  created: { zh: "创建时间", en: "Created" },
  members: { zh: "成员", en: "Members" },
  membersOf: { zh: "{n} 名成员", en: "{n} {n|member|members}" },
  rows: { zh: "数据", en: "Rows" },
  storage: { zh: "文件存储", en: "Storage" },
  active: { zh: "最近活动", en: "Last activity" },
  none: { zh: "没有符合条件的空间", en: "No matching spaces" },
  clear: { zh: "清除筛选", en: "Clear filters" },
};

type Space = CallOutput<"GET paas/space/list">["list"][number];

/** On a phone a row has two lines: name and state, then members and storage. */
const rowClass =
  "border-t border-line hover:bg-paper-2 max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-4 max-sm:gap-y-1 max-sm:px-4 max-sm:py-3";

function SpaceRow({ space }: { space: Space }) {
  const t = useText();
  const locale = useLocale();
  const { id, code, name, state, createdAt, members, rows, activeAt } = space;
  const { name: stateName, color } = stateNames[state];
  return (
    <tr className={rowClass}>
      <td className={`${cellClass} min-w-0`}>
        <Link
          to={`/paas/spaces/detail?id=${id}`}
          className="font-medium break-words underline-offset-3 hover:text-brand hover:underline"
        >
          {t(name)}
        </Link>
        <span className="block font-mono text-xs text-ink-3">{code}</span>
      </td>
      <td className={`${cellClass} max-sm:text-right`}>
        <StatusTag color={color}>{t(stateName)}</StatusTag>
      </td>
      <td className={`${numberCellClass} max-sm:text-sm max-sm:text-ink-2`}>
        <span className="max-sm:hidden">{count(members)}</span>
        <span className="sm:hidden">{members === null ? unknown : t(formatText(texts.membersOf, { n: members }))}</span>
      </td>
      <td className={`${numberCellClass} max-sm:hidden`}>{count(rows)}</td>
      <td className={`${numberCellClass} max-sm:text-sm max-sm:text-ink-2`}>{t(storageText(space))}</td>
      <td className={`${cellClass} whitespace-nowrap text-ink-2 max-sm:hidden`}>
        {activeAt === null ? (
          unknown
        ) : (
          <time dateTime={activeAt} title={dateTime(activeAt, "yyyy-MM-dd HH:mm:ss")}>
            {relativeTime(activeAt, locale)}
          </time>
        )}
      </td>
      <td className={`${cellClass} whitespace-nowrap text-ink-2 max-sm:hidden`}>{dateTime(createdAt, "yyyy-MM-dd")}</td>
    </tr>
  );
}

function SpaceTable({ list }: { list: Space[] }) {
  const t = useText();
  const heads = [
    { key: "name", name: t(texts.name) },
    { key: "state", name: t(texts.state) },
    { key: "members", name: t(texts.members), isNumber: true },
    { key: "rows", name: t(texts.rows), isNumber: true },
    { key: "storage", name: t(texts.storage), isNumber: true },
    { key: "active", name: t(texts.active) },
    { key: "created", name: t(texts.created) },
  ];
  return (
    <RecordTable label={t(screen.title)} heads={heads}>
      {list.map((space) => (
        <SpaceRow key={space.id} space={space} />
      ))}
    </RecordTable>
  );
}

/** All spaces of the installation, for administrators of the platform. What is searched for is in the address. */
export function SpacesScreen() {
  const t = useText();
  useTitle(t(screen.title));
  const [search, setSearch] = useSearchParams();
  const [typed, setTyped] = useState(search.get("keyword") ?? "");
  const keyword = useSettled(typed.trim());
  const state = spaceStates.find((candidate) => candidate === search.get("state"));
  const query = useInfiniteQuery({
    queryKey: ["spaces", keyword, state],
    initialPageParam: null as string | null,
    queryFn: ({ signal, pageParam: before }) =>
      call(
        "GET paas/space/list",
        { keyword, ...(state === undefined ? {} : { state }), ...(before === null ? {} : { before }) },
        { signal },
      ),
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
  const { data, error, refetch } = query;
  function apply(next: { keyword: string; state: string | null }): void {
    const filters = {
      ...(next.keyword === "" ? {} : { keyword: next.keyword }),
      ...(next.state && { state: next.state }),
    };
    setSearch(filters, { replace: true, preventScrollReset: true });
  }
  function type(next: string): void {
    setTyped(next);
    apply({ keyword: next.trim(), state: state ?? null });
  }
  const list = data?.pages.flatMap((page) => page.list);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <header className="flex flex-wrap items-end gap-4">
        <div className="mr-auto">
          <h1 className="text-2xl font-semibold tracking-tight">{t(screen.title)}</h1>
          <p className="mt-1 max-w-prose text-sm text-ink-2">{t(texts.intro)}</p>
        </div>
        <Input
          type="search"
          className="w-full! sm:w-56!"
          aria-label={t(texts.search)}
          placeholder={t(texts.search)}
          maxLength={100}
          value={typed}
          onChange={({ target }) => type(target.value)}
        />
        <Select
          label={t(texts.state)}
          className="w-full! sm:w-36!"
          value={state ?? "all"}
          options={[
            { key: "all", name: t(texts.all) },
            ...spaceStates.map((key) => ({ key, name: t(stateNames[key].name) })),
          ]}
          onChange={(key) => apply({ keyword, state: key === "all" ? null : key })}
        />
      </header>
      {list === undefined ? (
        error === null ? (
          <ScreenLoading />
        ) : (
          <ScreenProblem problem={error} onRetry={() => void refetch()} />
        )
      ) : list.length === 0 ? (
        <EmptyState title={t(texts.none)}>
          <Button
            onClick={() => {
              setTyped("");
              apply({ keyword: "", state: null });
            }}
          >
            {t(texts.clear)}
          </Button>
        </EmptyState>
      ) : (
        <SpaceTable list={list} />
      )}
      <MoreButton query={query} className="justify-self-center" />
    </div>
  );
}
