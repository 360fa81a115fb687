import type { RequestPrincipal } from "#kit/access.ts";
import type { Locale } from "#kit/text.ts";
import { allowsEntity } from "#records/registry/guard.server.ts";
import { isAllowed } from "#server/http/calls.server.ts";
import type { Jobs } from "#server/jobs/jobs.server.ts";

type Reader = { who: RequestPrincipal; locale: Locale };

/** The jobs that a list of this entity offers to this person. */
export function jobsOffered(definitions: Jobs["definitions"], type: string, { who, locale }: Reader) {
  return [...definitions.values()].flatMap(({ name, title, list, access }) =>
    list?.entity === type && isAllowed(access, who, {}, { allowsEntity })
      ? [{ name, title: title[locale], question: list.question[locale] }]
      : [],
  );
}
