import { defineProbe, readTexts, symptomOf } from "../define-probe.server.ts";

export default defineProbe({
  name: "jobs",
  title: "Jobs come on, and the program does what it does for itself",
  async run({ client }) {
    const stuck = await readTexts(
      client,
      `select format('%s (%s, since %s)', name, id, to_char(coalesce(started_at, created_at), 'YYYY-MM-DD HH24:MI')) as text from public.job
       where state in ('queued', 'running') and coalesce(started_at, created_at) < now() - interval '1 hour'
         and not exists (select from pgboss.job ticket where ticket.name = 'work' and ticket.data ->> 'id' = job.id::text and ticket.state::text in ('created', 'retry', 'active'))
       order by created_at limit 100`,
    );
    const waiting = await readTexts(
      client,
      `select format('%s (%s)', name, id) as text from public.job where state = 'queued' and created_at < now() - interval '1 hour'
         and exists (select from pgboss.job ticket where ticket.name = 'work' and ticket.data ->> 'id' = job.id::text and ticket.state::text in ('created', 'retry'))
       order by created_at limit 100`,
    );
    const late = await readTexts(
      client,
      `select format('%s (%s)', name, coalesce(problem, 'no run since ' || to_char(coalesce(succeeded_at, created_at), 'YYYY-MM-DD HH24:MI'))) as text
       from public.upkeep_run where coalesce(succeeded_at, created_at) < now() - interval '1 day' order by name`,
    );
    return [
      ...symptomOf(stuck, (list) => ({
        problem: `Jobs are under way, but no worker will take them up: ${list}.`,
        mend: "Run for each: update job set state = 'failed', ended_at = now() where id = '…'; whoever started it can start it again.",
      })),
      ...symptomOf(waiting, (list) => ({
        problem: `Jobs have been waiting for more than an hour: ${list}.`,
        mend: "Start at least one process with JOBS=1, and look for errors in its log.",
      })),
      ...symptomOf(late, (list) => ({
        problem: `Upkeep has not succeeded for a day: ${list}.`,
        mend: "Start at least one process with JOBS=1; the log says why a task fails.",
      })),
    ];
  },
});
