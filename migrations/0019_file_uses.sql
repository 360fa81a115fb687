CREATE TABLE "file_use" (
	"file_id" uuid NOT NULL,
	"source" text NOT NULL,
	"row_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	CONSTRAINT "file_use_pk" PRIMARY KEY("file_id","source","row_id")
);

ALTER TABLE "stored_file" ALTER COLUMN "account_id" DROP NOT NULL;
ALTER TABLE "stored_file" ADD COLUMN "unused_at" timestamp (3) with time zone;
ALTER TABLE "file_use" ADD CONSTRAINT "file_use_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."stored_file"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "file_use_row" ON "file_use" USING btree ("row_id","source");
CREATE INDEX "stored_file_unused" ON "stored_file" USING btree ("unused_at") WHERE unused_at is not null;
CREATE INDEX "stored_file_unmeasured" ON "stored_file" USING btree ("id") WHERE bytes = 0;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "file_use" TO meridian_app; END IF; END $$;
ALTER TABLE "file_use" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "file_use" FORCE ROW LEVEL SECURITY;
CREATE POLICY "file_use_tenant" ON "file_use" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
-- The keys of stored files that a text names, however its slashes are written. An extension has three or four letters; what follows it may be letters as well.
CREATE FUNCTION file_keys(content text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_agg(DISTINCT lower(key)) FROM unnest(string_to_array(content, 'files')) AS part, LATERAL (VALUES
    (substring(left(part, 160) from '^[/\\%2Ff]{1,9}([0-9a-fA-F]{8}-[0-9a-fA-F-]{27}(?:_[0-9a-zA-Z_]{1,60})?[.][0-9a-zA-Z]{3})')),
    (substring(left(part, 160) from '^[/\\%2Ff]{1,9}([0-9a-fA-F]{8}-[0-9a-fA-F-]{27}(?:_[0-9a-zA-Z_]{1,60})?[.][0-9a-zA-Z]{4})'))
  ) AS found(key) WHERE key IS NOT NULL
$$;
-- Keeps "file_use" true of a row. Files and rows may be of different spaces. Whoever names a file waits for whoever is removing it, and the other way round.
CREATE FUNCTION note_file_uses() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  keys text[];
  space text := current_setting('meridian.tenant', true);
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM file_use WHERE row_id = OLD.id AND source = TG_TABLE_NAME;
    RETURN NULL;
  END IF;
  keys := coalesce(file_keys(NEW::text), '{}');
  PERFORM set_config('meridian.tenant', '*', true);
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM file_use u USING stored_file f
      WHERE u.row_id = NEW.id AND u.source = TG_TABLE_NAME AND f.id = u.file_id AND f.key <> ALL (keys);
  END IF;
  IF cardinality(keys) > 0 THEN
    INSERT INTO file_use (file_id, source, row_id, tenant_id)
      SELECT f.id, TG_TABLE_NAME, NEW.id, NEW.tenant_id FROM stored_file f
      WHERE f.key = ANY (keys) AND f.expires_at IS NULL FOR KEY SHARE
      ON CONFLICT DO NOTHING;
    UPDATE stored_file SET unused_at = NULL WHERE key = ANY (keys) AND unused_at IS NOT NULL;
  END IF;
  PERFORM set_config('meridian.tenant', space, true);
  RETURN NULL;
END $$;
SET LOCAL "meridian.tenant" = '*';
-- What rows name already. A name that has no row of its own is an upload from before there were such rows, and a picture, as all were then: it gets one, and is measured by the program.
DO $$
DECLARE source text;
BEGIN
  FOREACH source IN ARRAY ARRAY['entity_definition', 'job', 'page_revision', 'page_share', 'page_snapshot', 'payee', 'record', 'row_change', 'user_address', 'work_message', 'contact_message', 'contract', 'member', 'news', 'paas_work', 'page', 'role', 'service_code', 'service_opening', 'service_order', 'service_package', 'site', 'theme', 'wiki'] LOOP
    EXECUTE format('CREATE TRIGGER file_use_insert AFTER INSERT ON %I FOR EACH ROW WHEN (NEW::text LIKE ''%%files%%'') EXECUTE FUNCTION note_file_uses()', source);
    EXECUTE format('CREATE TRIGGER file_use_update AFTER UPDATE ON %I FOR EACH ROW WHEN (OLD::text LIKE ''%%files%%'' OR NEW::text LIKE ''%%files%%'') EXECUTE FUNCTION note_file_uses()', source);
    EXECUTE format('CREATE TRIGGER file_use_delete AFTER DELETE ON %I FOR EACH ROW WHEN (OLD::text LIKE ''%%files%%'') EXECUTE FUNCTION note_file_uses()', source);
    EXECUTE format('INSERT INTO stored_file (id, tenant_id, key, type, bytes)
      SELECT DISTINCT ON (n.key) gen_random_uuid(), r.tenant_id, n.key, ''image/webp'', 0 FROM %I r, unnest(file_keys(r::text)) AS n(key)
      WHERE r::text LIKE ''%%files%%'' AND n.key LIKE ''%%.webp'' ON CONFLICT (key) DO NOTHING', source);
    EXECUTE format('INSERT INTO file_use (file_id, source, row_id, tenant_id)
      SELECT DISTINCT f.id, %L, r.id, r.tenant_id FROM %I r, unnest(file_keys(r::text)) AS n(key) JOIN stored_file f ON f.key = n.key AND f.expires_at IS NULL
      WHERE r::text LIKE ''%%files%%''', source, source);
  END LOOP;
END $$;
