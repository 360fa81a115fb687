import { readScreens, type Screen } from "./screens.ts";
import type { ScreenDefinition } from "./screen.ts";

/**
 * All screens of the app. A definition imports only kit and names the file of its component, so that code that needs addresses (the server, the check
 * of page paths) does not load components.
 */
export const appScreens: readonly Screen[] = readScreens(
  import.meta.glob<ScreenDefinition>(["../screens/*.screen.ts", "../features/**/*.screen.ts"], {
    eager: true,
    import: "default",
  }),
);
