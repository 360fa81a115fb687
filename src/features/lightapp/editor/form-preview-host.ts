import { createContext } from "react";

/** The place for the preview of a form, which is outside the form of its definition. */
export const FormPreviewHost = createContext<HTMLElement | null>(null);
