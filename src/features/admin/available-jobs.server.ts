import type { RequestPrincipal } from "#kit/access.ts";
import type { Locale } from "#kit/text.ts";
import { allowsEntity } from "#records/registry/guard.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { isAllowed } from "#server/http/calls.server.ts";
import type { Jobs } from "#server/jobs/jobs.server.ts";

type Reader = RowContext<RequestPrincipal> & { locale: Locale };

/** The jobs with a button on the list of an entity, if this person may start them. */
export function availableJobs(definitions: Jobs["definitions"], type: string, reader: Reader) {
  // `{}`: jobs with a button have no input on which their access could depend.
  return [...definitions.values()].flatMap(({ name, title, listButton, access }) =>
    listButton?.entity === type && isAllowed(access, reader, {}, { allowsEntity })
      ? [{ name, title: title[reader.locale], question: listButton.confirmation[reader.locale] }]
      : [],
  );
}
