import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { undoThemeUpdate } from "#features/builder/market/theme-update.server.ts";

const marketUndoThemeUpdate = defineCall({
  method: "POST",
  path: "Api/Market/UndoThemeUpdate",
  envelope: "site",
  title: {
    zh: "撤销主题的最近一次市场更新",
    en: "Undo the last update of a theme from the market, as long as nothing that it changed was changed since",
  },
  access: rowAccess("update", "theme"),
  stepUp: true,
  idempotent: true,
  limit: { max: 30, windowSeconds: 60 },
  input: z.strictObject({ themeId: z.uuid() }),
  output: z.object({ edition: z.number() }),
  run: ({ themeId }, context) => undoThemeUpdate(context, themeId),
});

export default marketUndoThemeUpdate;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/Market/UndoThemeUpdate": typeof marketUndoThemeUpdate;
  }
}
