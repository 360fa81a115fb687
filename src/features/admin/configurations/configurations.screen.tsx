import { Navigate, useLocation, useSearchParams } from "react-router";
import { queryParameter } from "#kit/url.ts";
import { AutoScreen } from "../auto.screen.tsx";

/** The configurations of the space; with `?Key=`, those of a type. */
export function ConfigurationsScreen() {
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  const type = queryParameter(query, "key");
  if (type === undefined) return <AutoScreen />;
  // The search of a list stands in its address.
  return <Navigate to={`${pathname}?${new URLSearchParams({ "f.configType": type }).toString()}`} replace />;
}
