import { createContext } from "react";
import type { FormStore } from "./form-store.ts";

/** The state of the form around a control, for controls that work on several of its fields. */
export const FormStoreContext = createContext<FormStore | undefined>(undefined);
