import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { selection } from "#features/builder/server/presence.server.ts";

const presence = defineCall({
  method: "POST",
  path: "Api/SitePage/Presence",
  envelope: "site",
  title: {
    zh: "告知同时打开页面的其他人所选择的内容",
    en: "Tell the others who have a page open what is selected; nothing is stored. `tab`: that of the window’s open stream of presence",
  },
  access: rowAccess("editContent", "page"),
  limit: { max: 600, windowSeconds: 60 },
  safe: true,
  input: z.strictObject({ pageId: z.uuid(), tab: z.uuid(), selected: selection }),
  /** `isPresent`: false if the window has no open stream, or the process does not know of it yet. */
  output: z.object({ isPresent: z.boolean() }),
  run({ pageId, tab, selected }, { principal: { tenantId, sessionId }, services }) {
    return { isPresent: services.presence.select({ tenantId, pageId, sessionId, tab }, selected) };
  },
});

export default presence;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/SitePage/Presence": typeof presence;
  }
}
