import type { UserPrincipal } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import type { Locale } from "#kit/text.ts";
import lightApp from "#entities/lightApp.ts";
import { type LockedRow, patchRows } from "#records/change/patch.server.ts";
import { publishDraft } from "#records/definitions/publish-draft.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import publishLightApp from "./jobs/publish-light-app.server.ts";
import { publishedValues } from "./published-values.server.ts";

type Publisher = { context: RowContext<UserPrincipal>; services: Services; locale: Locale };

/**
 * Publishes the draft of a locked light app: at once, or in a job when it changes very many records. Returns the id of that job.
 * @throws {Problem} conflict, naming the problems of the draft
 */
export async function publishApp(
  tx: Tx,
  { context, services, locale }: Publisher,
  target: LockedRow<typeof lightApp>,
): Promise<string | undefined> {
  const { id, version } = target.row;
  if (await publishDraft(tx, context, { id, draft: target.row, locale })) {
    await patchRows(tx, context, lightApp, [target], { values: publishedValues() });
    return undefined;
  }
  const { principal } = context;
  return services.jobs.start(tx, { definition: publishLightApp, input: { id, version, locale }, principal });
}
