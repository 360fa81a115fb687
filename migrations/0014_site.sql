CREATE TABLE "site" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"field_versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"name" jsonb,
	"description" jsonb,
	"default_language" text,
	"menu" jsonb,
	"menu_name" jsonb,
	"menu_below" text,
	"links" jsonb,
	"footer" jsonb,
	"legal" jsonb,
	"disclaimer" jsonb,
	"theme" uuid,
	"contact_url" text,
	"aliases" jsonb,
	CONSTRAINT "site_tenant_id" UNIQUE("tenant_id","id")
);

DROP INDEX "page_one_path";
ALTER TABLE "page_snapshot" ADD COLUMN "only_theme_id" uuid;
ALTER TABLE "page_snapshot" ADD COLUMN "theme_id" uuid;
ALTER TABLE "page" ADD COLUMN "theme" uuid;
ALTER TABLE "site" ADD CONSTRAINT "site_theme_fk" FOREIGN KEY ("tenant_id","theme") REFERENCES "public"."theme"("tenant_id","id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "site_by_created_at" ON "site" USING btree ("tenant_id","created_at" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "site_theme" ON "site" USING btree ("tenant_id","theme");
ALTER TABLE "page" ADD CONSTRAINT "page_theme_fk" FOREIGN KEY ("tenant_id","theme") REFERENCES "public"."theme"("tenant_id","id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "page_one_path_theme" ON "page" USING btree ("tenant_id","path",coalesce("theme", '00000000-0000-0000-0000-000000000000'::uuid)) WHERE deleted_at is null;
CREATE INDEX "page_theme" ON "page" USING btree ("tenant_id","theme");
-- What a theme said of a site is the site's. What the program knew of the demonstration company's addresses is said by the spaces that have such pages.
SET LOCAL meridian.tenant = '*';
INSERT INTO "site" ("id", "tenant_id", "theme", "name", "description", "default_language", "menu", "menu_name", "menu_below", "links", "footer", "legal", "disclaimer", "contact_url", "aliases")
SELECT DISTINCT ON (t.tenant_id) gen_random_uuid(), t.tenant_id, t.id, t.name, t.description, t.default_language, t.menu, t.menu_name,
  (SELECT string_agg(p.path, E'\n' ORDER BY p.path) FROM page p WHERE p.tenant_id = t.tenant_id AND p.deleted_at IS NULL AND p.path LIKE '/web/%'),
  t.links, t.footer, t.legal, t.disclaimer,
  (SELECT p.path FROM page p WHERE p.tenant_id = t.tenant_id AND p.deleted_at IS NULL AND p.path = '/contactus'),
  (SELECT jsonb_agg(jsonb_build_object('from', old.path, 'to', p.path)) FROM page p JOIN (VALUES ('/pricing', '/price'), ('/about/wiki', '/wiki')) AS old(path, at) ON old.at = p.path
    WHERE p.tenant_id = t.tenant_id AND p.deleted_at IS NULL)
FROM theme t WHERE t.deleted_at IS NULL ORDER BY t.tenant_id, t.created_at;
UPDATE "theme" SET "name" = '{"zh": "默认主题", "en": "Default theme"}', "version" = "version" + 1;
UPDATE "page_snapshot" s SET "theme_id" = (SELECT w.theme FROM "site" w WHERE w.tenant_id = s.tenant_id);
ALTER TABLE "theme" DROP COLUMN "description";
ALTER TABLE "theme" DROP COLUMN "default_language";
ALTER TABLE "theme" DROP COLUMN "menu";
ALTER TABLE "theme" DROP COLUMN "menu_name";
ALTER TABLE "theme" DROP COLUMN "links";
ALTER TABLE "theme" DROP COLUMN "footer";
ALTER TABLE "theme" DROP COLUMN "legal";
ALTER TABLE "theme" DROP COLUMN "disclaimer";
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "site" TO meridian_app; END IF; END $$;
ALTER TABLE "site" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "site" FORCE ROW LEVEL SECURITY;
CREATE POLICY "site_tenant" ON "site" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
