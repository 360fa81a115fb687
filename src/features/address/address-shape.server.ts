import { z } from "zod";

/** An address on the wire. */
export const addressOutput = z.object({
  id: z.string(),
  isDefault: z.boolean(),
  name: z.string(),
  mobile: z.string(),
  /** The administrative code of the county. */
  regionId: z.number(),
  /** The codes of province, city and county, in this order. */
  regionPath: z.array(z.number()),
  /** The names of province, city and county as one text in the reader's language. */
  regionName: z.string(),
  /** The street address. */
  address: z.string(),
});
