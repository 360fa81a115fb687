CREATE TABLE "webhook_delivery" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event" text NOT NULL,
	"entity" text,
	"row_id" uuid,
	"version" integer,
	"changed" text[],
	"is_manual" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attempts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"request" text,
	"answer" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone
);

CREATE TABLE "webhook" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"field_versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"search_text" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search" bigint[] DEFAULT '{}' NOT NULL,
	"name" text,
	"address" text,
	"events" jsonb,
	"roles" jsonb,
	"status" text,
	"maker" text,
	"last_sent_at" timestamp (3) with time zone,
	"secret" text,
	"previous_secret" text,
	"previous_until" timestamp (3) with time zone,
	"maker_id" uuid,
	"request_id" uuid,
	CONSTRAINT "webhook_tenant_id" UNIQUE("tenant_id","id")
);

ALTER TABLE "webhook" ADD CONSTRAINT "webhook_maker_id_fk" FOREIGN KEY ("tenant_id","maker_id") REFERENCES "public"."member"("tenant_id","id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery" USING btree ("webhook_id","due_at") WHERE state in ('waiting', 'sending');
CREATE INDEX "webhook_delivery_log" ON "webhook_delivery" USING btree ("tenant_id","webhook_id","id");
CREATE INDEX "webhook_delivery_age" ON "webhook_delivery" USING brin ("created_at");
CREATE INDEX "webhook_by_created_at" ON "webhook" USING btree ("tenant_id","created_at" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "webhook_trash" ON "webhook" USING btree ("tenant_id","deleted_at","id") WHERE deleted_at is not null;
CREATE INDEX "webhook_facets" ON "webhook" USING btree ("tenant_id","status" NULLS FIRST,"created_at" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE UNIQUE INDEX "webhook_one_request_id" ON "webhook" USING btree ("tenant_id","request_id") WHERE deleted_at is null;
CREATE INDEX "webhook_maker_id" ON "webhook" USING btree ("tenant_id","maker_id");
CREATE INDEX "webhook_search" ON "webhook" USING gin ("search") WITH (gin_pending_list_limit=64) WHERE deleted_at is null;
ALTER TABLE "webhook" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE "webhook" SET (toast_tuple_target = 256);
ALTER TABLE "webhook" ALTER COLUMN "search" SET STORAGE EXTERNAL;
ALTER TABLE "webhook" ALTER COLUMN "search_text" SET STORAGE MAIN;
ALTER TABLE "webhook" ALTER COLUMN "search" SET STATISTICS 300;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "webhook_delivery" TO meridian_app; END IF; END $$;
ALTER TABLE "webhook_delivery" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "webhook_delivery" FORCE ROW LEVEL SECURITY;
CREATE POLICY "webhook_delivery_tenant" ON "webhook_delivery" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "webhook" TO meridian_app; END IF; END $$;
ALTER TABLE "webhook" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "webhook" FORCE ROW LEVEL SECURITY;
CREATE POLICY "webhook_tenant" ON "webhook" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
CREATE TRIGGER "file_use_insert" AFTER INSERT ON "webhook" FOR EACH ROW WHEN (NEW::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_update" AFTER UPDATE ON "webhook" FOR EACH ROW WHEN (OLD::text LIKE '%files%' OR NEW::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_delete" AFTER DELETE ON "webhook" FOR EACH ROW WHEN (OLD::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
