import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import type { Text } from "#kit/text.ts";
import { localeOf, refuseCrossSite } from "#server/http/request.server.ts";
import { noSiteText } from "#server/identity/tenants.server.ts";
import { messageInput, sendMessage } from "./send-message.server.ts";

/** Bytes of the longest possible form, with every character encoded as `%E4%B8%AD`, and some reserve. */
const maxFormBytes = 64 * 1024;

/** The problem text of each invalid field. */
const problemTexts: Record<string, Text> = {
  name: { zh: "请填写姓名，最多 50 字", en: "Enter your name, up to 50 characters" },
  contact: { zh: "请填写邮箱或手机号", en: "Enter an email address or mobile number" },
  message: { zh: "请填写留言，最多 2000 字", en: "Enter a message, up to 2,000 characters" },
};

/** The address of the page that a form was sent from, with the parameter that makes it show the confirmation, in the same language. */
function confirmationUrl({ raw: { url = "/" } }: FastifyRequest): string {
  const { pathname, searchParams } = new URL(url, "http://localhost");
  const language = searchParams.get("language");
  const query = new URLSearchParams({ ...(language === null ? {} : { language }), sent: "1" });
  // A single slash: an address that begins with two leads to another host.
  return `/${pathname.replace(/^\/+/, "")}?${query.toString()}`;
}

/**
 * Handles the contact form when the browser posts it without scripts. Success redirects to a confirmation, which can be reloaded without sending the
 * form again; an invalid form is shown again with its values.
 */
export function registerContactForm(app: FastifyInstance, services: Services): void {
  app.register(async (http) => {
    // Form bodies are parsed in this scope only: elsewhere, a form on another site could forge a call.
    http.removeAllContentTypeParsers();
    http.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );
    const refuseWithoutForm = async (request: FastifyRequest, reply: FastifyReply) =>
      (await services.documents.hasWidget(request.raw, "contact-form")) ? undefined : reply.callNotFound();
    const limit = http.limitTo({ max: 6, windowSeconds: 60 });
    // A form posts to its own page, which may be any page of any site.
    http.post("/*", { bodyLimit: maxFormBytes, onRequest: [limit, refuseWithoutForm] }, async (request, reply) => {
      refuseCrossSite(request);
      const tenant = await services.tenants.byHost(request.headers.host);
      if (tenant === null) throw new Problem("notFound", noSiteText);
      const values = request.body as Record<string, string>;
      const parsed = messageInput.safeParse(values);
      if (parsed.success) {
        const locale = localeOf(request, services);
        await sendMessage(services, tenant.id, parsed.data, locale);
        return reply.redirect(confirmationUrl(request), 303);
      }
      const invalidNames = new Set(parsed.error.issues.map((issue) => String(issue.path[0])));
      const fieldProblems = Object.fromEntries(Object.entries(problemTexts).filter(([name]) => invalidNames.has(name)));
      reply.hijack();
      await services.documents.serveRefusedForm(request.raw, reply.raw, request.id, {
        values,
        problems: fieldProblems,
      });
      return reply;
    });
  });
}
