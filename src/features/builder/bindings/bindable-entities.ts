import { useQuery } from "@tanstack/react-query";
import { call } from "#client/call.ts";
import { useLocale } from "#ui/locale.ts";

/** What visitors may read of the space, to choose from. */
export function useBindableEntities() {
  const locale = useLocale();
  return useQuery({
    queryKey: ["builder", "bindable entities", locale],
    queryFn: ({ signal }) => call("GET Api/SitePage/BindableEntities", {}, { signal }),
  });
}
