import { call } from "#client/call.ts";

/** Moves a theme to the trash with the pages that are only in it: what a template or an item of the market has added. */
export async function removeTheme(themeId: string): Promise<void> {
  await call("POST Api/{type}/Command", { type: "theme", command: "deleteWithPages", ids: [themeId] });
}
