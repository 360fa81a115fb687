ALTER TABLE "work_message" ALTER COLUMN "member_id" DROP NOT NULL;
ALTER TABLE "work_message" ADD COLUMN "party" jsonb;
ALTER TABLE "paas_work" ADD COLUMN "opening_id" uuid;
ALTER TABLE "paas_work" ADD COLUMN "party" jsonb;
ALTER TABLE "paas_work" ADD COLUMN "package_name" jsonb;
ALTER TABLE "paas_work" ADD COLUMN "response_hours" numeric(20, 6);
ALTER TABLE "paas_work" ADD COLUMN "due_at" timestamp (3) with time zone;
ALTER TABLE "paas_work" ADD COLUMN "answered_at" timestamp (3) with time zone;
ALTER TABLE "paas_work" ADD COLUMN "filer" text;
ALTER TABLE "paas_work" ADD COLUMN "counterpart" jsonb;
ALTER TABLE "service_opening" ADD COLUMN "provider_id" jsonb;
ALTER TABLE "paas_work" ADD CONSTRAINT "paas_work_opening_id_fk" FOREIGN KEY ("tenant_id","opening_id") REFERENCES "public"."service_opening"("tenant_id","id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "paas_work_by_due_at" ON "paas_work" USING btree ("tenant_id","due_at" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "paas_work_opening_id" ON "paas_work" USING btree ("tenant_id","opening_id");

-- Whose plan it is that was opened: its provider's order of it says so. Written over all spaces, so the migration may see them all.
SET LOCAL meridian.tenant = '*';
UPDATE "service_opening" o SET "provider_id" = to_jsonb(s."tenant_id"::text)
  FROM "service_order" s
  WHERE s."customer_id" #>> '{}' = o."tenant_id"::text AND s."package_id"::text = o."package_id" #>> '{}';
