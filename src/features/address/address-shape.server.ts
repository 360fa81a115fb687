import { z } from "zod";

/** An address on the wire. */
export const addressOutput = z.object({
  id: z.string(),
  isDefault: z.boolean(),
  name: z.string(),
  mobile: z.string(),
  regionId: z.number(),
  /** Codes of province, city and county. */
  regionPath: z.array(z.number()),
  /** Province, city and county as one text in the reader's language. */
  regionName: z.string(),
  address: z.string(),
});
