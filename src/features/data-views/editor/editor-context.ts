import { createContext } from "react";

/** What the screen of the editor provides: the place for the preview, which is outside the form. */
export const EditorContext = createContext<{ previewHost: HTMLElement | null } | undefined>(undefined);
