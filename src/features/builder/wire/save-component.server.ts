import { isObject } from "#kit/is-object.ts";
import type { UserPrincipal } from "#kit/access.ts";
import type { CallContext } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import type { DraftRow } from "#features/builder/server/draft.server.ts";
import { claimRequestEffect } from "#server/http/idempotency.server.ts";
import { savePage } from "#features/builder/server/save-page.server.ts";
import type { Component } from "./component.server.ts";
import { withoutReturnedImage } from "./returned-image.server.ts";

const noData = { zh: "数据对象不能为空", en: "The data object cannot be empty" };

/** The data object of a call. @throws {Problem} invalid without one (B-203) */
export function dataObjectOf(value: unknown): Record<string, unknown> {
  if (!isObject(value)) throw new Problem("invalid", noData);
  return { ...value };
}

/** The page to save to. Without `baseRev`, the change is made on the newest revision. A `name` makes the save a named version. */
type Target = { pageId: string; baseRev?: number | undefined; name?: string };

/**
 * Saves one component of a page by the writer of all saves (`savePage`), as a revision like any other.
 * @throws {Problem} what `savePage` and `edit` throw
 */
export async function saveComponent(
  context: Pick<CallContext<UserPrincipal>, "principal" | "services">,
  { pageId, baseRev, name = "" }: Target,
  edit: (draft: DraftRow) => Component,
): Promise<{ component: Component; rev: number }> {
  return context.services.database.tenant(context.principal.tenantId, async (tx) => {
    await claimRequestEffect(tx);
    let component: Component | undefined;
    const { rev } = await savePage(tx, context, {
      pageId,
      baseRev,
      name,
      edit(draft) {
        component = withoutReturnedImage(edit(draft));
        return { records: [{ id: component.id, after: component }] };
      },
    });
    return { component: component!, rev };
  });
}
