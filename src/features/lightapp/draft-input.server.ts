import { z } from "zod";
import { maxDraftCharacters } from "#kit/light-app.ts";
import { idInput } from "#records/query/row-input.server.ts";

/** A draft as its editor sends it. `id`: the light app of the draft; absent for one that has not been saved. */
export const draftInput = z.strictObject({
  id: idInput.optional(),
  tableName: z.string().max(100),
  name: z.strictObject({ zh: z.string().max(400).optional(), en: z.string().max(400).optional() }),
  definition: z.string().max(maxDraftCharacters * 2),
});
