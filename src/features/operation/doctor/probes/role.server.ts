import { defineProbe } from "../define-probe.server.ts";

export default defineProbe({
  name: "role",
  title: "The database user is bound by row security",
  async run({ client }) {
    const { rows } = await client.query<{
      user: string;
      role: string | null;
      bypasses: boolean;
      isMember: boolean | null;
    }>(
      `select current_user as user, app.rolname as role,
         coalesce(app.rolsuper or app.rolbypassrls, me.rolsuper or me.rolbypassrls) as bypasses,
         pg_has_role(current_user, app.oid, 'member') as "isMember"
       from pg_roles me left join pg_roles app on app.rolname = 'meridian_app' where me.rolname = current_user`,
    );
    const { user, role, bypasses, isMember } = rows[0]!;
    if (bypasses)
      return [
        {
          problem: `Row security does not bind ${role ?? user}: one mistake in a query would show a space the rows of another.`,
          mend:
            role === null
              ? "Name an ordinary user in DATABASE_URL."
              : "Run: alter role meridian_app nosuperuser nobypassrls;",
        },
      ];
    return isMember === false
      ? [
          {
            problem: `${user} may not become meridian_app, so the program works as the owner of the tables.`,
            mend: `Run as an administrator of the database: grant meridian_app to "${user}";`,
          },
        ]
      : [];
  },
});
