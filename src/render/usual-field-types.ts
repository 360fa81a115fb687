import type { FieldDefinition } from "#kit/field.ts";
import { addFieldTypes } from "./field-types.ts";

// Imported by what shows any list or form, so that the usual types are there with it.

/** The types that most forms and lists have. */
const definitions = import.meta.glob<FieldDefinition>("../fields/*.tsx", { eager: true, import: "default" });

addFieldTypes(Object.values(definitions));
