import { createContext, useContext, useEffect, useState } from "react";
import { call, CallProblem } from "./call.ts";
import { useText } from "#ui/locale.ts";

const texts = {
  gone: { zh: "已删除或无权查看", en: "Not available" },
  failed: { zh: "获取失败", en: "Could not load" },
};

/** Titles of referenced rows by id, as sent with the rows that reference them. */
export const RelationTitles = createContext<Readonly<Record<string, string>>>({});

/** The title of a row of another entity: taken from `RelationTitles`, or fetched if it is missing there, as for a newly chosen row. */
export function RelationTitle({ entity, id }: { entity: string; id: string }) {
  const t = useText();
  const receivedTitle = useContext(RelationTitles)[id];
  const [fetchedTitle, setFetchedTitle] = useState<{ id: string; title: string | undefined; hasFailed: boolean }>();
  useEffect(() => {
    if (receivedTitle !== undefined) return;
    const controller = new AbortController();
    call("GET Api/Relation/GetKeyValues", { type: entity, ids: id }, { signal: controller.signal })
      .then((rows) => setFetchedTitle({ id, title: rows.find(({ key }) => key === id)?.name, hasFailed: false }))
      .catch((problem: unknown) => {
        // Who may read no rows of the entity sees what they see of a single row that is closed to them.
        const hasFailed = !(problem instanceof CallProblem && problem.status === 403);
        if (!controller.signal.aborted) setFetchedTitle({ id, title: undefined, hasFailed });
      });
    return () => controller.abort();
  }, [entity, id, receivedTitle]);
  if (receivedTitle !== undefined) return <>{receivedTitle}</>;
  if (fetchedTitle?.id !== id) return <span aria-busy="true">…</span>;
  return (
    <>
      {fetchedTitle.title ?? (
        <span className="text-ink-3">{t(fetchedTitle.hasFailed ? texts.failed : texts.gone)}</span>
      )}
    </>
  );
}
