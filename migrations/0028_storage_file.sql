CREATE TABLE "file_removal" (
	"key" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "private_file" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"key" text NOT NULL,
	"type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"name" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "storage_file" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"field_versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"search_text" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search" bigint[] DEFAULT '{}' NOT NULL,
	"path" text,
	"name" text,
	"alt" jsonb,
	"file_type" text,
	"size" numeric(20, 6),
	"width" numeric(20, 6),
	"height" numeric(20, 6),
	"uploader" text,
	"uploaded_at" timestamp (3) with time zone,
	"is_used" boolean,
	"member_id" uuid,
	"sha256" text,
	"milliseconds" integer,
	"unused_at" timestamp (3) with time zone,
	CONSTRAINT "storage_file_tenant_id" UNIQUE("tenant_id","id")
);


ALTER TABLE "storage_file" ADD CONSTRAINT "storage_file_member_id_fk" FOREIGN KEY ("tenant_id","member_id") REFERENCES "public"."member"("tenant_id","id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "private_file_key" ON "private_file" USING btree ("key");
CREATE INDEX "private_file_end" ON "private_file" USING btree ("expires_at");
CREATE INDEX "storage_file_by_created_at" ON "storage_file" USING btree ("tenant_id","created_at" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "storage_file_by_uploaded_at" ON "storage_file" USING btree ("tenant_id","uploaded_at" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "storage_file_by_size" ON "storage_file" USING btree ("tenant_id","size" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "storage_file_by_member_id" ON "storage_file" USING btree ("tenant_id","member_id" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "storage_file_trash" ON "storage_file" USING btree ("tenant_id","deleted_at","id") WHERE deleted_at is not null;
CREATE INDEX "storage_file_facets" ON "storage_file" USING btree ("tenant_id","is_used" NULLS FIRST,"file_type" NULLS FIRST,"uploaded_at" NULLS FIRST,"id","size" NULLS FIRST) WHERE deleted_at is null;
CREATE INDEX "storage_file_of_unused_at" ON "storage_file" USING btree ("unused_at") WHERE deleted_at is null;
CREATE INDEX "storage_file_member_id" ON "storage_file" USING btree ("tenant_id","member_id");
CREATE INDEX "storage_file_search" ON "storage_file" USING gin ("search") WITH (fastupdate=false);
ALTER TABLE "storage_file" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE "storage_file" SET (toast_tuple_target = 256);
ALTER TABLE "storage_file" ALTER COLUMN "search" SET STORAGE EXTERNAL;
ALTER TABLE "storage_file" ALTER COLUMN "search_text" SET STORAGE MAIN;
ALTER TABLE "storage_file" ALTER COLUMN "search" SET STATISTICS 300;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "file_removal" TO meridian_app; END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "private_file" TO meridian_app; END IF; END $$;
ALTER TABLE "private_file" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "private_file" FORCE ROW LEVEL SECURITY;
CREATE POLICY "private_file_tenant" ON "private_file" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "storage_file" TO meridian_app; END IF; END $$;
ALTER TABLE "storage_file" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "storage_file" FORCE ROW LEVEL SECURITY;
CREATE POLICY "storage_file_tenant" ON "storage_file" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
-- Uploads become rows of an entity, private files get a table of their own. The id of a file is the one in its address, so that a reference in a text is found by primary key.
SET LOCAL "meridian.tenant" = '*';
ALTER TABLE "file_use" DROP CONSTRAINT "file_use_file_id_fk";
INSERT INTO private_file (id, tenant_id, account_id, key, type, bytes, name, expires_at, created_at)
  SELECT id, tenant_id, account_id, key, type, bytes, coalesce(name, ''), expires_at, created_at FROM stored_file WHERE expires_at IS NOT NULL AND account_id IS NOT NULL;
INSERT INTO storage_file (id, tenant_id, created_at, updated_at, path, name, file_type, size, width, height, uploader, uploaded_at, is_used, member_id, sha256, milliseconds, unused_at)
  SELECT left(f.key, 36)::uuid, f.tenant_id, f.created_at, f.created_at, '/files/' || f.key, coalesce(f.name, 'file.' || split_part(f.key, '.', 2)),
    CASE split_part(f.type, '/', 1) WHEN 'image' THEN 'image' WHEN 'video' THEN 'video' WHEN 'audio' THEN 'audio' ELSE 'document' END,
    f.bytes, f.width, f.height, m.name, f.created_at, u.is_used, m.id, f.sha256, round(f.duration * 1000)::int,
    CASE WHEN u.is_used THEN NULL ELSE coalesce(f.unused_at, now()) END
  FROM stored_file f
  LEFT JOIN member m ON m.tenant_id = f.tenant_id AND m.account_id = f.account_id
  CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM file_use WHERE file_id = f.id) AS is_used) u
  WHERE f.expires_at IS NULL AND f.key ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
  ON CONFLICT DO NOTHING;
DELETE FROM file_use u USING stored_file f WHERE f.id = u.file_id AND NOT EXISTS (SELECT FROM storage_file s WHERE s.path = '/files/' || f.key);
UPDATE file_use u SET file_id = left(f.key, 36)::uuid FROM stored_file f WHERE f.id = u.file_id;
DROP TABLE "stored_file";
-- A referenced file cannot be deleted, whatever statement tries.
ALTER TABLE "file_use" ADD CONSTRAINT "file_use_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."storage_file"("id");
-- Maintains "file_use", and "is_used" and "unused_at" of the files. File and row may belong to different spaces. A statement that adds a reference waits for one
-- that deletes the file, and the other way round. When the last reference goes, a locked file is skipped to avoid deadlocks; check_file_uses corrects it once a day.
CREATE OR REPLACE FUNCTION note_file_uses() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  paths text[] := '{}';
  ids uuid[] := '{}';
  lost uuid[];
  space text := current_setting('meridian.tenant', true);
BEGIN
  IF TG_OP <> 'DELETE' THEN
    SELECT coalesce(array_agg('/files/' || key), '{}'), coalesce(array_agg(left(key, 36)::uuid), '{}') INTO paths, ids
      FROM unnest(file_keys(NEW::text)) AS key WHERE key ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
  END IF;
  PERFORM set_config('meridian.tenant', '*', true);
  IF cardinality(ids) > 0 THEN
    UPDATE storage_file SET is_used = true, unused_at = NULL
      WHERE id IN (SELECT id FROM storage_file WHERE id = ANY (ids) AND path = ANY (paths) AND is_used IS NOT TRUE ORDER BY id FOR NO KEY UPDATE);
    INSERT INTO file_use (file_id, source, row_id, tenant_id)
      SELECT f.id, TG_TABLE_NAME, NEW.id, NEW.tenant_id FROM storage_file f
      WHERE f.id = ANY (ids) AND f.path = ANY (paths) FOR KEY SHARE
      ON CONFLICT DO NOTHING;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    WITH gone AS (DELETE FROM file_use WHERE row_id = OLD.id AND source = TG_TABLE_NAME AND file_id <> ALL (ids) RETURNING file_id)
      SELECT array_agg(file_id) INTO lost FROM gone;
    IF lost IS NOT NULL THEN
      UPDATE storage_file SET is_used = false, unused_at = now()
        WHERE id IN (SELECT id FROM storage_file f WHERE id = ANY (lost) AND is_used
          AND NOT EXISTS (SELECT FROM file_use u WHERE u.file_id = f.id) FOR NO KEY UPDATE SKIP LOCKED);
    END IF;
  END IF;
  PERFORM set_config('meridian.tenant', space, true);
  RETURN NULL;
END $$;
-- Corrects "is_used" and "unused_at" of the next files by id; returns the id of the last one, null at the end.
CREATE FUNCTION check_file_uses(after_id uuid, most integer) RETURNS uuid LANGUAGE sql AS $$
  WITH batch AS MATERIALIZED (
    SELECT id, EXISTS (SELECT FROM file_use u WHERE u.file_id = f.id) AS has_use FROM storage_file f WHERE id > after_id ORDER BY id LIMIT most
  ), wrong AS MATERIALIZED (
    SELECT f.id, has_use FROM storage_file f JOIN batch b ON f.id = b.id
    WHERE f.is_used IS DISTINCT FROM has_use OR (f.unused_at IS NULL) <> has_use FOR NO KEY UPDATE OF f SKIP LOCKED
  ), changed AS (
    UPDATE storage_file f SET is_used = has_use, unused_at = CASE WHEN has_use THEN NULL ELSE now() END FROM wrong w WHERE f.id = w.id
  ) SELECT id FROM batch ORDER BY id DESC LIMIT 1
$$;
-- Queues a deleted file for removal from the storage. The argument is the column with its key or address.
CREATE FUNCTION note_file_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO file_removal (key) SELECT key FROM regexp_replace(to_jsonb(OLD) ->> TG_ARGV[0], '^/files/', '') AS key WHERE key IS NOT NULL
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER "file_removal_delete" AFTER DELETE ON "storage_file" FOR EACH ROW EXECUTE FUNCTION note_file_removal('path');
CREATE TRIGGER "file_removal_delete" AFTER DELETE ON "private_file" FOR EACH ROW EXECUTE FUNCTION note_file_removal('key');
