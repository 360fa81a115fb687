import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { boundRecord, noRow } from "#kit/bound-page.ts";
import type { PageRecord } from "#kit/page.ts";
import { call } from "#client/call.ts";
import { boundSettingsWith } from "#render/page/bound-settings.ts";
import { fieldTypeOf } from "#render/field-types.ts";
import "#render/usual-field-types.ts";
import { useAspect } from "#features/builder/document/value.ts";
import { useEditor, useSetting } from "#features/builder/editor/editor.ts";
import { useBindableEntities } from "./bindable-entities.ts";

const settings = boundSettingsWith(fieldTypeOf as never);

type BoundRecordProps = { id?: string; record: PageRecord; render: (record: PageRecord) => ReactNode };

/** A record on the canvas with the values of the page's row, the first that visitors see. All records of a page share one request. */
export function BoundRecord({ record, render }: BoundRecordProps) {
  const { view } = useEditor();
  const language = useAspect(view, ({ locale }) => locale);
  const { row: binding } = useSetting();
  const { data: entities } = useBindableEntities();
  const names = entities?.find(({ type }) => type === binding?.entity)?.fields.map(({ name }) => name);
  const { data: row } = useQuery({
    queryKey: ["builder", "bound row", binding, language, names],
    queryFn: ({ signal }) =>
      call("POST Api/SitePage/QueryBoundRow", { binding: binding!, names: names!, language }, { signal }),
    enabled: (binding ?? null) !== null && names !== undefined,
    placeholderData: keepPreviousData,
  });
  const isBound = (binding ?? null) !== null && row !== undefined;
  const bound = useMemo(() => (isBound ? boundRecord(record, row ?? noRow, settings) : record), [isBound, record, row]);
  return render(bound);
}
