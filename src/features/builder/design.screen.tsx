import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Navigate, useSearchParams } from "react-router";
import { call, CallProblem } from "#client/call.ts";
import { ScreenProblem } from "#client/screen-states.tsx";
import { ask } from "#ui/confirm.tsx";
import { FrameSkeleton } from "#ui/frame-skeleton.tsx";
import { useLocale } from "#ui/locale.ts";
import { homePath, type PageChoice } from "#features/builder/session/pages.ts";

const texts = {
  illegal: { zh: "非法访问，请从站点模板中心进入", en: "Illegal access. Please enter from the site template centre." },
  leave: { zh: "知道了", en: "OK" },
};

/** The page that opens for a theme: one that belongs to it, the home page first. */
const firstOf = (pages: readonly PageChoice[]): PageChoice | undefined =>
  pages.find(({ path }) => path === homePath) ?? pages[0];

/**
 * The first page to design in a theme: one of its own, else one that all themes share; null for a theme or a page that there is not.
 * @throws {CallProblem} except notFound and refusals of the id
 */
async function findThemePage(themeId: string, signal: AbortSignal): Promise<PageChoice | null> {
  const list = async (value: string | null) => {
    const filter = value === null ? { field: "theme", op: "empty", value: true } : { field: "theme", op: "eq", value };
    const sort = { field: "path", direction: "asc" } as const;
    const paraModel = { url: "/admin/page/list", pageSize: 120, sort, filter } as const;
    const { result } = await call("POST paas/table/search", { paraModel } as never, { signal });
    return result.rows as unknown as PageChoice[];
  };
  try {
    await call("GET Api/{type}/QueryById", { type: "theme", id: themeId }, { signal });
    return firstOf(await list(themeId)) ?? firstOf(await list(null)) ?? null;
  } catch (error) {
    if (error instanceof CallProblem && (error.status === 404 || error.status === 422)) return null;
    throw error;
  }
}

/** Says that there is nothing to design at this address, and leads to the page for illegal access (B-196). */
function IllegalAccess() {
  const locale = useLocale();
  useEffect(() => {
    void ask({ title: texts.illegal[locale], yes: texts.leave[locale] }).then(() => location.assign("/505"));
    // Only once: a change of the language does not ask again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return <FrameSkeleton frame="builder" locale={locale} />;
}

/** `/design/make?themeId=`: reads the page information of a theme from the server and opens it in the page builder (S-074, B-366). */
export function DesignScreen() {
  const locale = useLocale();
  const [query] = useSearchParams();
  const themeId = query.get("themeId") ?? "";
  const { data, error, refetch } = useQuery({
    queryKey: ["theme page", themeId],
    queryFn: ({ signal }) => (themeId === "" ? null : findThemePage(themeId, signal)),
    staleTime: Infinity,
  });
  if (error !== null)
    return (
      <main className="mx-auto max-w-[1280px] p-8">
        <ScreenProblem problem={error} onRetry={() => void refetch()} />
      </main>
    );
  if (data === undefined) return <FrameSkeleton frame="builder" locale={locale} />;
  return data === null ? <IllegalAccess /> : <Navigate to={`/builder/${data.id}`} replace />;
}
