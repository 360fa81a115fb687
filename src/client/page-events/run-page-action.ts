import { createDoubleClickGuard } from "#kit/double-click.ts";
import { errorMessage } from "#kit/error-message.ts";
import { apiMethods, type PageAction } from "#kit/page-action.ts";
import { formatText, type Locale } from "#kit/text.ts";
import { notify } from "#ui/toast.tsx";
import { randomId } from "#ui/random-id.ts";
import { askToDelete } from "#ui/ask-to-delete.ts";
import { call } from "#client/call.ts";

/** Fixed wording (B-064). */
const question = { zh: "此操作将删除{name}，是否继续？", en: "This will delete {name}. Continue?" };

const mayRun = createDoubleClickGuard();

/**
 * Calls the action of the page event `name` and shows the outcome. An action that deletes asks for confirmation first. Resolves to true if the call
 * succeeded, and to false if it failed or was not made.
 */
export async function runPageAction(action: PageAction, name: string, locale: Locale): Promise<boolean> {
  const method = apiMethods[action.apiType];
  if (method === "DELETE") {
    const text = formatText(question, { name: action.subject?.[locale] ?? name });
    if (!(await askToDelete(name, text, locale))) return false;
  } else if (!mayRun(action.id)) return false;
  try {
    const output = await call(action.call, action.input, { method, idempotencyKey: randomId() });
    notify("success", action.done[locale]);
    const fileUrl = action.file?.(output);
    if (fileUrl !== undefined) location.assign(fileUrl);
    return true;
  } catch (error) {
    notify("error", errorMessage(error));
    return false;
  }
}
