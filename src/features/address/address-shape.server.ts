import { z } from "zod";

/** An address as the wire carries it. */
export const addressOutput = z.object({
  id: z.string(),
  isDefault: z.boolean(),
  name: z.string(),
  mobile: z.string(),
  regionId: z.number(),
  regionName: z.string(),
  address: z.string(),
});
