import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { marketClassNames, marketKindNames, marketLimits, marketStateNames } from "#kit/market.ts";
import { localPicturePattern } from "#kit/picture.ts";
import { offer } from "#features/builder/market/items.server.ts";

const words = (max: number) => {
  const text = z.string().trim().max(max).exactOptional();
  return z.strictObject({ zh: text, en: text }).optional();
};

const marketOffer = defineCall({
  method: "POST",
  path: "Api/Market/Offer",
  envelope: "site",
  title: {
    zh: "把组件、页面或主题（可带页面）提供到市场，由平台审核",
    en: "Offer sections, a page, or a theme with pages to the market, where the platform reviews it",
  },
  access: rowAccess("update", "marketItem"),
  stepUp: true,
  idempotent: true,
  limit: { max: 30, windowSeconds: 60 },
  input: z.strictObject({
    kind: z.enum(marketKindNames),
    name: words(60),
    intro: words(200),
    classId: z.enum(marketClassNames).optional(),
    image: z.string().max(300).regex(localPicturePattern).optional(),
    pageId: z.uuid().optional(),
    /** The sections of the page, for the kinds `widget` and `group`. */
    recordIds: z.array(z.string().max(60)).max(60).optional(),
    themeId: z.uuid().optional(),
    /** The pages that come with the theme, the home page first. */
    pageIds: z.array(z.uuid()).max(marketLimits.pages).optional(),
    /** An own item that gets a new edition. */
    itemId: z.uuid().optional(),
    /** False for a draft. */
    submit: z.boolean().default(true),
  }),
  output: z.object({ id: z.string(), edition: z.number(), state: z.enum(marketStateNames) }),
  async run(input, context) {
    const { id, edition, state } = await offer(context, input);
    return { id, edition, state };
  },
});

export default marketOffer;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/Market/Offer": typeof marketOffer;
  }
}
