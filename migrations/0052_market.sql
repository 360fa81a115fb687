CREATE TABLE "market_edition" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"offer_id" uuid NOT NULL,
	"edition" integer NOT NULL,
	"document" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "market_edition_number" UNIQUE("offer_id","edition")
);

CREATE TABLE "market_offer" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"class_id" text NOT NULL,
	"widget_id" text DEFAULT '' NOT NULL,
	"name" jsonb NOT NULL,
	"intro" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"image" text DEFAULT '' NOT NULL,
	"languages" text DEFAULT '' NOT NULL,
	"records" integer DEFAULT 0 NOT NULL,
	"colors" jsonb,
	"edition" integer NOT NULL,
	"space_name" jsonb NOT NULL,
	"is_platform" boolean DEFAULT false NOT NULL,
	"hash" text,
	"uses" integer DEFAULT 0 NOT NULL,
	"grams" bigint[] DEFAULT '{}' NOT NULL,
	"offered_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "market_item" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"field_versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"search_text" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search" bigint[] DEFAULT '{}' NOT NULL,
	"name" jsonb,
	"intro" jsonb,
	"kind" text,
	"class_id" text,
	"image" text,
	"state" text,
	"edition" numeric(20, 6),
	"offered_edition" numeric(20, 6),
	"reason" text,
	"widget_id" text DEFAULT '' NOT NULL,
	"languages" text DEFAULT '' NOT NULL,
	"records" integer DEFAULT 0 NOT NULL,
	"colors" jsonb,
	"document" jsonb,
	"submitted_at" timestamp (3) with time zone,
	CONSTRAINT "market_item_tenant_id" UNIQUE("tenant_id","id")
);

ALTER TABLE "market_edition" ADD CONSTRAINT "market_edition_offer_id_market_offer_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."market_offer"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "market_offer_kind" ON "market_offer" USING btree ("kind","offered_at" DESC NULLS LAST,"id");
CREATE INDEX "market_offer_class" ON "market_offer" USING btree ("kind","class_id","offered_at" DESC NULLS LAST,"id");
CREATE INDEX "market_offer_all" ON "market_offer" USING btree ("offered_at" DESC NULLS LAST,"id");
CREATE INDEX "market_offer_space" ON "market_offer" USING btree ("tenant_id");
CREATE INDEX "market_offer_search" ON "market_offer" USING gin ("grams");
CREATE INDEX "market_item_by_created_at" ON "market_item" USING btree ("tenant_id","created_at" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "market_item_trash" ON "market_item" USING btree ("tenant_id","deleted_at","id") WHERE deleted_at is not null;
CREATE INDEX "market_item_facets" ON "market_item" USING btree ("tenant_id","kind" NULLS FIRST,"state" NULLS FIRST,"class_id" NULLS FIRST,"created_at" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "market_item_of_submitted_at" ON "market_item" USING btree ("submitted_at") WHERE deleted_at is null;
CREATE INDEX "market_item_search" ON "market_item" USING gin ("search") WITH (gin_pending_list_limit=64) WHERE deleted_at is null;
ALTER TABLE "market_item" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE "market_item" SET (toast_tuple_target = 256);
ALTER TABLE "market_item" ALTER COLUMN "search" SET STORAGE EXTERNAL;
ALTER TABLE "market_item" ALTER COLUMN "search_text" SET STORAGE MAIN;
ALTER TABLE "market_item" ALTER COLUMN "search" SET STATISTICS 300;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "market_edition" TO meridian_app; END IF; END $$;
ALTER TABLE "market_edition" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "market_edition" FORCE ROW LEVEL SECURITY;
CREATE POLICY "market_edition_tenant" ON "market_edition" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT true WHERE current_setting('meridian.tenant', true) = '*') IS NOT NULL);
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "market_offer" TO meridian_app; END IF; END $$;
ALTER TABLE "market_offer" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "market_offer" FORCE ROW LEVEL SECURITY;
CREATE POLICY "market_offer_tenant" ON "market_offer" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT true WHERE current_setting('meridian.tenant', true) = '*') IS NOT NULL);
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "market_item" TO meridian_app; END IF; END $$;
ALTER TABLE "market_item" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "market_item" FORCE ROW LEVEL SECURITY;
CREATE POLICY "market_item_tenant" ON "market_item" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT true WHERE current_setting('meridian.tenant', true) = '*') IS NOT NULL);
CREATE TRIGGER "file_use_insert" AFTER INSERT ON "market_edition" FOR EACH ROW WHEN (ROW(NEW."document")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_update" AFTER UPDATE ON "market_edition" FOR EACH ROW WHEN (ROW(OLD."document")::text LIKE '%files%' OR ROW(NEW."document")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_delete" AFTER DELETE ON "market_edition" FOR EACH ROW WHEN (ROW(OLD."document")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_insert" AFTER INSERT ON "market_offer" FOR EACH ROW WHEN (ROW(NEW."kind", NEW."class_id", NEW."widget_id", NEW."name", NEW."intro", NEW."image", NEW."languages", NEW."colors", NEW."space_name", NEW."hash")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_update" AFTER UPDATE ON "market_offer" FOR EACH ROW WHEN (ROW(OLD."kind", OLD."class_id", OLD."widget_id", OLD."name", OLD."intro", OLD."image", OLD."languages", OLD."colors", OLD."space_name", OLD."hash")::text LIKE '%files%' OR ROW(NEW."kind", NEW."class_id", NEW."widget_id", NEW."name", NEW."intro", NEW."image", NEW."languages", NEW."colors", NEW."space_name", NEW."hash")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_delete" AFTER DELETE ON "market_offer" FOR EACH ROW WHEN (ROW(OLD."kind", OLD."class_id", OLD."widget_id", OLD."name", OLD."intro", OLD."image", OLD."languages", OLD."colors", OLD."space_name", OLD."hash")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_insert" AFTER INSERT ON "market_item" FOR EACH ROW WHEN (ROW(NEW."field_versions", NEW."name", NEW."intro", NEW."kind", NEW."class_id", NEW."image", NEW."state", NEW."reason", NEW."widget_id", NEW."languages", NEW."colors", NEW."document")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_update" AFTER UPDATE ON "market_item" FOR EACH ROW WHEN (ROW(OLD."field_versions", OLD."name", OLD."intro", OLD."kind", OLD."class_id", OLD."image", OLD."state", OLD."reason", OLD."widget_id", OLD."languages", OLD."colors", OLD."document")::text LIKE '%files%' OR ROW(NEW."field_versions", NEW."name", NEW."intro", NEW."kind", NEW."class_id", NEW."image", NEW."state", NEW."reason", NEW."widget_id", NEW."languages", NEW."colors", NEW."document")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_delete" AFTER DELETE ON "market_item" FOR EACH ROW WHEN (ROW(OLD."field_versions", OLD."name", OLD."intro", OLD."kind", OLD."class_id", OLD."image", OLD."state", OLD."reason", OLD."widget_id", OLD."languages", OLD."colors", OLD."document")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
