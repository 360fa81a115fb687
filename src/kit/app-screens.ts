import { readScreens, type Screen } from "./screens.ts";
import type { ScreenDefinition } from "./screen.ts";

/**
 * The shelf of the app's screens: every definition there is. A definition knows kit alone and names its component by its file, so that
 * whoever needs an address (the server, the check of a page's path) does not carry a screen.
 */
export const appScreens: readonly Screen[] = readScreens(
  import.meta.glob<ScreenDefinition>(["../*.screen.ts", "../features/**/*.screen.ts"], {
    eager: true,
    import: "default",
  }),
);
