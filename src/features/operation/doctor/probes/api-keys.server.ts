import { defineProbe, readTexts, symptomOf } from "../define-probe.server.ts";

const keysSql = (
  condition: string,
) => `select format('%s of space %s (%s)', k.name, t.code, to_char(k.expires_at, 'YYYY-MM-DD')) as text
  from public.api_key k join public.tenant t on t.id = k.tenant_id where k.deleted_at is null and ${condition} order by k.expires_at limit 100`;

export default defineProbe({
  name: "api-keys",
  title: "Keys of other programs are valid",
  async run({ client }) {
    // A key that no program used, or that ended long ago, is missed by nobody.
    const expired = await readTexts(
      client,
      keysSql(
        "k.expires_at between now() - interval '30 days' and now() and k.last_used_at > k.expires_at - interval '30 days'",
      ),
    );
    const soon = await readTexts(
      client,
      keysSql(
        "k.expires_at between now() and now() + interval '7 days' and k.last_used_at > now() - interval '30 days'",
      ),
    );
    return [
      ...symptomOf(expired, (list) => ({
        problem: `API keys in use have expired: ${list}. Programs that use them are refused.`,
        mend: "An administrator of the space makes a new one at /paas/apiKey/list and deletes the old one.",
      })),
      ...symptomOf(soon, (list) => ({
        problem: `API keys in use expire within a week: ${list}.`,
        mend: "An administrator of the space makes a new one at /paas/apiKey/list and changes the program before then.",
      })),
    ];
  },
});
