CREATE TABLE "entity_definition" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"type" text NOT NULL,
	"version" integer NOT NULL,
	"definition" json NOT NULL,
	"published_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "entity_definition_tenant_id" UNIQUE("tenant_id","id")
);

CREATE TABLE "record" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"entity_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"field_versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"owner_id" uuid,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search_text" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search" bigint[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "record_tenant_id" UNIQUE("tenant_id","id")
);

CREATE TABLE "record_index" (
	"tenant_id" uuid NOT NULL,
	"entity_id" uuid NOT NULL,
	"field" text NOT NULL,
	"record_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"text_value" text,
	"number_value" numeric(20, 6),
	"time_value" timestamp (3) with time zone,
	"uuid_value" uuid,
	"boolean_value" boolean,
	CONSTRAINT "record_index_pk" PRIMARY KEY("tenant_id","record_id","field")
);

CREATE TABLE "record_unique" (
	"tenant_id" uuid NOT NULL,
	"entity_id" uuid NOT NULL,
	"rule" text NOT NULL,
	"value_hash" "bytea" NOT NULL,
	"record_id" uuid NOT NULL,
	CONSTRAINT "record_unique_pk" PRIMARY KEY("tenant_id","entity_id","rule","value_hash")
);

ALTER TABLE "record" ADD CONSTRAINT "record_entity_id_fk" FOREIGN KEY ("tenant_id","entity_id") REFERENCES "public"."entity_definition"("tenant_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "record_index" ADD CONSTRAINT "record_index_record_id_fk" FOREIGN KEY ("tenant_id","record_id") REFERENCES "public"."record"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "record_unique" ADD CONSTRAINT "record_unique_record_id_fk" FOREIGN KEY ("tenant_id","record_id") REFERENCES "public"."record"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "entity_definition_type" ON "entity_definition" USING btree ("tenant_id",lower("type"));
CREATE INDEX "record_by_created_at" ON "record" USING btree ("tenant_id","entity_id","created_at" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "record_by_updated_at" ON "record" USING btree ("tenant_id","entity_id","updated_at" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "record_by_owner" ON "record" USING btree ("tenant_id","entity_id","owner_id","id") WHERE deleted_at is null;
CREATE INDEX "record_search" ON "record" USING gin ("search") WITH (fastupdate=false);
CREATE INDEX "record_index_text" ON "record_index" USING btree ("tenant_id","entity_id","field","text_value" NULLS FIRST,"record_id") WHERE kind = 'text';
CREATE INDEX "record_index_number" ON "record_index" USING btree ("tenant_id","entity_id","field","number_value" NULLS FIRST,"record_id") WHERE kind = 'number';
CREATE INDEX "record_index_time" ON "record_index" USING btree ("tenant_id","entity_id","field","time_value" NULLS FIRST,"record_id") WHERE kind = 'time';
CREATE INDEX "record_index_uuid" ON "record_index" USING btree ("tenant_id","entity_id","field","uuid_value" NULLS FIRST,"record_id") WHERE kind = 'uuid';
CREATE INDEX "record_index_boolean" ON "record_index" USING btree ("tenant_id","entity_id","field","boolean_value" NULLS FIRST,"record_id") WHERE kind = 'boolean';
CREATE INDEX "record_unique_record" ON "record_unique" USING btree ("tenant_id","record_id");
ALTER TABLE "record" SET (toast_tuple_target = 256);
ALTER TABLE "record" ALTER COLUMN "search" SET STORAGE EXTERNAL;
ALTER TABLE "record" ALTER COLUMN "search" SET STATISTICS 300;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "entity_definition" TO meridian_app; END IF; END $$;
ALTER TABLE "entity_definition" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "entity_definition" FORCE ROW LEVEL SECURITY;
CREATE POLICY "entity_definition_tenant" ON "entity_definition" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "record" TO meridian_app; END IF; END $$;
ALTER TABLE "record" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "record" FORCE ROW LEVEL SECURITY;
CREATE POLICY "record_tenant" ON "record" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "record_index" TO meridian_app; END IF; END $$;
ALTER TABLE "record_index" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "record_index" FORCE ROW LEVEL SECURITY;
CREATE POLICY "record_index_tenant" ON "record_index" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "record_unique" TO meridian_app; END IF; END $$;
ALTER TABLE "record_unique" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "record_unique" FORCE ROW LEVEL SECURITY;
CREATE POLICY "record_unique_tenant" ON "record_unique" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
