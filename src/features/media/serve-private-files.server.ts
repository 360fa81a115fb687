import type { FastifyInstance, FastifyRequest } from "fastify";
import { member } from "#kit/access.ts";
import { admit, type CallRuntime, contextOf } from "#server/http/calls.server.ts";
import { attachment, filePolicy } from "#server/http/content-disposition.server.ts";
import { uuidPattern } from "#server/process/id.server.ts";
import { findPrivateFile } from "#server/files/private-files.server.ts";

type FileRequest = FastifyRequest<{ Params: { id: string } }>;

/** Serves private files to their owners, always as downloads (E-034, T-35). */
export function registerPrivateFiles(http: FastifyInstance, runtime: CallRuntime): void {
  const { services } = runtime;
  http.get("/files/private/:id", { config: { envelope: "site" } }, async (request: FileRequest, reply) => {
    const { context } = await contextOf(request, reply, runtime);
    const principal = admit(member, context, {}, runtime);
    const file = uuidPattern.test(request.params.id)
      ? await findPrivateFile(services, principal, request.params.id)
      : undefined;
    const stream = file && (await services.files.read(file.key));
    if (file === undefined || stream === undefined) return reply.callNotFound();
    const { type, name, bytes } = file;
    return reply
      .type(type)
      .headers({
        "content-length": bytes,
        "content-disposition": attachment(name),
        "cache-control": "no-store",
        "content-security-policy": filePolicy,
      })
      .send(stream);
  });
}
