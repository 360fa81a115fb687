import { useMatches } from "react-router";
import type { Screen } from "#kit/screens.ts";

/** The screen of the current address; undefined if there is none. */
export const useScreen = () => useMatches().at(-1)?.handle as Screen | undefined;
