import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { type ActivationMode, activationModes } from "#kit/service.ts";
import { listOffers } from "../packages.server.ts";

const text = z.object({ zh: z.string(), en: z.string() });

const packages = defineCall({
  method: "GET",
  path: "service/packages",
  envelope: "data",
  title: { zh: "查询可开通的套餐", en: "List the plans on offer and which of them your space has" },
  access: member,
  input: z.strictObject({}),
  output: z.object({
    provider: text,
    /** The address of the provider's contact page; "" if there is none. */
    contactUrl: z.string(),
    packages: z.array(
      z.object({
        id: z.string(),
        key: z.string(),
        name: text,
        intro: text,
        price: text,
        days: z.number(),
        devices: z.number().nullable(),
        responseHours: z.number(),
        activation: z.enum(Object.keys(activationModes) as [ActivationMode, ...ActivationMode[]]),
        endsAt: z.string().nullable(),
        isActive: z.boolean(),
        canOpen: z.boolean(),
      }),
    ),
  }),
  run: (_input, context) => listOffers(context),
});

export default packages;
declare module "#kit/call.ts" {
  interface Calls {
    "GET service/packages": typeof packages;
  }
}
