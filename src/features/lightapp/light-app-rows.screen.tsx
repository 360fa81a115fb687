import { useQuery } from "@tanstack/react-query";
import { Navigate, useLocation, useSearchParams } from "react-router";
import type { Row } from "#kit/entity.ts";
import { queryParameter } from "#kit/url.ts";
import { call } from "#client/call.ts";
import { NotFound, ScreenLoading, ScreenProblem } from "#client/screen-states.tsx";
import type lightApp from "#entities/lightApp.ts";

/** Redirects to the list of the light app whose id is in the address, in the same area. */
export function LightAppRowsScreen() {
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  const id = queryParameter(query, "id");
  const rowQuery = useQuery({
    queryKey: ["light app", id],
    queryFn: async () =>
      (await call("GET Api/{type}/QueryById", { type: "lightApp", id: id! })) as Row<typeof lightApp>,
    enabled: id !== undefined,
  });
  if (id === undefined) return <NotFound />;
  if (rowQuery.error !== null)
    return <ScreenProblem problem={rowQuery.error} onRetry={() => void rowQuery.refetch()} />;
  if (rowQuery.data === undefined) return <ScreenLoading />;
  const [, area] = pathname.split("/");
  return <Navigate to={`/${area}/${rowQuery.data.tableName}/list`} replace />;
}
