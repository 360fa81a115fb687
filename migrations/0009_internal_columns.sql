-- What only the program knows of a row has real types and keys; it lay in JSON values and texts. Written over all spaces, so the migration may see them all.
SET LOCAL meridian.tenant = '*';
ALTER TABLE "member" ALTER COLUMN "account_id" SET DATA TYPE uuid USING nullif("account_id", '')::uuid;
ALTER TABLE "member" ALTER COLUMN "invitation" SET DATA TYPE text USING "invitation" #>> '{}';
ALTER TABLE "member" ADD COLUMN "invitation_sent_at" timestamp (3) with time zone[] DEFAULT '{}' NOT NULL;
UPDATE "member" SET "invitation_sent_at" = coalesce(
    (SELECT array_agg(sent::timestamptz ORDER BY place) FROM jsonb_array_elements_text("invited_mobile"->'sentAt') WITH ORDINALITY AS listed(sent, place)), '{}')
  WHERE jsonb_typeof("invited_mobile"->'sentAt') = 'array';
ALTER TABLE "member" ALTER COLUMN "invited_mobile" SET DATA TYPE text USING "invited_mobile"->>'sealed';
ALTER TABLE "paas_work" ALTER COLUMN "member_id" SET DATA TYPE uuid USING ("member_id" #>> '{}')::uuid;
ALTER TABLE "paas_work" ADD COLUMN "counterpart_tenant_id" uuid;
ALTER TABLE "paas_work" ADD COLUMN "counterpart_id" uuid;
UPDATE "paas_work" SET "counterpart_tenant_id" = ("counterpart"->>'tenantId')::uuid, "counterpart_id" = ("counterpart"->>'id')::uuid
  WHERE jsonb_typeof("counterpart") = 'object';
ALTER TABLE "page" ALTER COLUMN "rev" SET DATA TYPE integer USING coalesce("rev", 0)::integer;
ALTER TABLE "page" ALTER COLUMN "rev" SET DEFAULT 0;
ALTER TABLE "page" ALTER COLUMN "rev" SET NOT NULL;
ALTER TABLE "page" ALTER COLUMN "snapshot_id" SET DATA TYPE uuid USING nullif("snapshot_id", '')::uuid;
ALTER TABLE "service_code" ALTER COLUMN "code_hash" SET DATA TYPE text USING "code_hash" #>> '{}';
ALTER TABLE "service_opening" ALTER COLUMN "package_id" SET DATA TYPE uuid USING ("package_id" #>> '{}')::uuid;
ALTER TABLE "service_opening" ALTER COLUMN "provider_id" SET DATA TYPE uuid USING ("provider_id" #>> '{}')::uuid;
ALTER TABLE "service_order" ALTER COLUMN "customer_id" SET DATA TYPE uuid USING ("customer_id" #>> '{}')::uuid;
ALTER TABLE "service_order" ALTER COLUMN "request_id" SET DATA TYPE uuid USING ("request_id" #>> '{}')::uuid;

-- What points at nothing points nowhere from now on.
UPDATE "member" SET "account_id" = NULL
  WHERE "account_id" IS NOT NULL AND NOT EXISTS (SELECT FROM "account" a WHERE a."id" = "member"."account_id");
UPDATE "paas_work" w SET "member_id" = NULL
  WHERE "member_id" IS NOT NULL AND NOT EXISTS (SELECT FROM "member" m WHERE m."tenant_id" = w."tenant_id" AND m."id" = w."member_id");
UPDATE "paas_work" w SET "counterpart_tenant_id" = NULL, "counterpart_id" = NULL
  WHERE ("counterpart_tenant_id" IS NOT NULL OR "counterpart_id" IS NOT NULL)
    AND NOT EXISTS (SELECT FROM "paas_work" o WHERE o."tenant_id" = w."counterpart_tenant_id" AND o."id" = w."counterpart_id");
UPDATE "page" p SET "snapshot_id" = NULL
  WHERE "snapshot_id" IS NOT NULL AND NOT EXISTS (SELECT FROM "page_snapshot" s WHERE s."tenant_id" = p."tenant_id" AND s."id" = p."snapshot_id");
UPDATE "service_opening" SET "provider_id" = NULL
  WHERE "provider_id" IS NOT NULL AND NOT EXISTS (SELECT FROM "tenant" t WHERE t."id" = "service_opening"."provider_id");
UPDATE "service_opening" o SET "package_id" = NULL
  WHERE "package_id" IS NOT NULL AND NOT EXISTS (SELECT FROM "service_package" k WHERE k."tenant_id" = o."provider_id" AND k."id" = o."package_id");
UPDATE "service_order" SET "customer_id" = NULL
  WHERE "customer_id" IS NOT NULL AND NOT EXISTS (SELECT FROM "tenant" t WHERE t."id" = "service_order"."customer_id");

-- Versions are of fields, and roles give fields: these are none any more. A list that this empties stays one: null would be every field.
UPDATE "member" SET "field_versions" = "field_versions" - '{accountId,invitation,invitedMobile}'::text[];
UPDATE "paas_work" SET "field_versions" = "field_versions" - '{memberId,counterpart}'::text[];
UPDATE "page" SET "field_versions" = "field_versions" - '{document,rev,snapshotId}'::text[];
UPDATE "service_code" SET "field_versions" = "field_versions" - 'codeHash';
UPDATE "service_opening" SET "field_versions" = "field_versions" - '{packageId,providerId}'::text[];
UPDATE "service_order" SET "field_versions" = "field_versions" - '{customerId,requestId}'::text[];
UPDATE "role" SET "grants" = (
  SELECT jsonb_agg(CASE WHEN g->>'entity' = 'page' THEN g || jsonb_build_object(
      'read', CASE jsonb_typeof(g->'read') WHEN 'array' THEN (g->'read') - '{rev,snapshotId}'::text[] ELSE g->'read' END,
      'write', CASE jsonb_typeof(g->'write') WHEN 'array' THEN (g->'write') - '{rev,snapshotId}'::text[] ELSE g->'write' END) ELSE g END ORDER BY place)
  FROM jsonb_array_elements("grants") WITH ORDINALITY AS listed(g, place)
) WHERE jsonb_typeof("grants") = 'array' AND jsonb_array_length("grants") > 0;

ALTER TABLE "page_snapshot" ADD CONSTRAINT "page_snapshot_tenant_id" UNIQUE("tenant_id","id");
ALTER TABLE "member" ADD CONSTRAINT "member_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "paas_work" ADD CONSTRAINT "paas_work_member_id_fk" FOREIGN KEY ("tenant_id","member_id") REFERENCES "public"."member"("tenant_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "paas_work" ADD CONSTRAINT "paas_work_counterpart_id_fk" FOREIGN KEY ("counterpart_tenant_id","counterpart_id") REFERENCES "public"."paas_work"("tenant_id","id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE "page" ADD CONSTRAINT "page_snapshot_id_fk" FOREIGN KEY ("tenant_id","snapshot_id") REFERENCES "public"."page_snapshot"("tenant_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "service_opening" ADD CONSTRAINT "service_opening_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."tenant"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "service_opening" ADD CONSTRAINT "service_opening_package_id_fk" FOREIGN KEY ("provider_id","package_id") REFERENCES "public"."service_package"("tenant_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "service_order" ADD CONSTRAINT "service_order_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."tenant"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "member_account_id" ON "member" USING btree ("account_id");
CREATE INDEX "paas_work_member_id" ON "paas_work" USING btree ("tenant_id","member_id");
CREATE INDEX "paas_work_counterpart_id" ON "paas_work" USING btree ("counterpart_tenant_id","counterpart_id");
CREATE INDEX "page_snapshot_id" ON "page" USING btree ("tenant_id","snapshot_id");
CREATE INDEX "service_opening_provider_id" ON "service_opening" USING btree ("provider_id");
CREATE INDEX "service_opening_package_id" ON "service_opening" USING btree ("provider_id","package_id");
CREATE INDEX "service_order_customer_id" ON "service_order" USING btree ("customer_id");
ALTER TABLE "paas_work" ADD CONSTRAINT "paas_work_counterpart_id_whole" CHECK ("paas_work"."counterpart_id" is null or "paas_work"."counterpart_tenant_id" is not null);
ALTER TABLE "service_opening" ADD CONSTRAINT "service_opening_package_id_whole" CHECK ("service_opening"."package_id" is null or "service_opening"."provider_id" is not null);
