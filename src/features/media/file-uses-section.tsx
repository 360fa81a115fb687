import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { FileUse, FileUseKind, FileUses } from "#kit/stored-file.ts";
import { formatText } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { QueryContent } from "#ui/query-content.tsx";
import { useText } from "#ui/locale.ts";

const texts = {
  title: { zh: "使用位置", en: "Used in" },
  none: { zh: "没有内容使用此文件。", en: "Nothing uses this file." },
  inUse: {
    zh: "使用中的文件不能删除。",
    en: "A file in use cannot be deleted.",
  },
  untitled: { zh: "未命名", en: "Untitled" },
  deleted: { zh: "在回收站中", en: "in the trash" },
  hidden: {
    zh: "另有 {count} 处您无权查看。",
    en: "And {count} {count|place|places} you do not have access to.",
  },
  more: { zh: "还有更多使用位置未列出。", en: "There are more places that are not listed." },
  dot: " · ",
};
/** Names of the kinds of uses other than the content of a row. */
const kindNames: Record<Exclude<FileUseKind, "content">, { zh: string; en: string }> = {
  history: { zh: "修改记录", en: "history" },
  version: { zh: "发布记录", en: "published version" },
  share: { zh: "分享的草稿", en: "shared draft" },
  message: { zh: "沟通记录", en: "conversation" },
  comment: { zh: "评论", en: "comment" },
};

/** A row that uses the file. Its link, which the server gives for /admin, stays in the current area. */
function UseItem({ use, area }: { use: FileUse; area: string }) {
  const t = useText();
  const title = use.title === "" ? t(texts.untitled) : use.title;
  const otherKinds = use.kinds.includes("content") ? [] : use.kinds.filter((kind) => kind !== "content");
  const notes = [
    use.entity,
    ...otherKinds.map((kind) => t(kindNames[kind])),
    ...(use.isDeleted ? [t(texts.deleted)] : []),
  ];
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 border-b border-line py-2.5">
      {use.url === null ? (
        <span className="min-w-0 break-words">{title}</span>
      ) : (
        <Link
          to={use.url.replace(/^\/admin\//, `/${area}/`)}
          className="min-w-0 font-medium break-words underline-offset-3 hover:text-brand hover:underline"
        >
          {title}
        </Link>
      )}
      <span className="text-sm text-ink-3">{notes.join(texts.dot)}</span>
    </li>
  );
}

function UseList({ uses, hidden, hasMore, area }: FileUses & { area: string }) {
  const t = useText();
  if (uses.length === 0 && hidden === 0) return <p className="text-ink-2">{t(texts.none)}</p>;
  return (
    <>
      <p className="text-sm text-ink-2">{t(texts.inUse)}</p>
      {uses.length > 0 && (
        <ul className="mt-3 list-none border-t border-line p-0">
          {uses.map((use) => (
            <UseItem key={`${use.entity} ${use.title} ${use.url}`} use={use} area={area} />
          ))}
        </ul>
      )}
      {hidden > 0 && <p className="mt-3 text-sm text-ink-2">{t(formatText(texts.hidden, { count: hidden }))}</p>}
      {hasMore && <p className="mt-3 text-sm text-ink-2">{t(texts.more)}</p>}
    </>
  );
}

/** The rows that use a file, with links. */
export function FileUsesSection({ id, area }: { id: string; area: string }) {
  const t = useText();
  const query = useQuery({
    queryKey: ["file uses", id],
    queryFn: ({ signal }) => call("GET Api/StorageFile/Uses", { id }, { signal }),
    staleTime: 0,
  });
  return (
    <section className="border border-line bg-sheet p-5 sm:p-6" aria-busy={query.isPending}>
      <h2 className="mb-2 font-semibold">{t(texts.title)}</h2>
      <QueryContent query={query} height="h-16">
        {(uses) => <UseList {...uses} area={area} />}
      </QueryContent>
    </section>
  );
}
