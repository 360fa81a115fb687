import { createContext, use } from "react";
import type { Screen } from "#kit/screens.ts";

/** Holds the screen of the current address; undefined if there is none. */
export const ScreenContext = createContext<Screen | undefined>(undefined);

/** The screen of the current address; undefined if there is none. */
export const useScreen = (): Screen | undefined => use(ScreenContext);
