CREATE TABLE "identity_provider" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"client_id" text NOT NULL,
	"secret" text NOT NULL,
	"name" jsonb NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"adds_members" boolean DEFAULT false NOT NULL,
	"role_id" uuid,
	"domains" text[] NOT NULL,
	"allows_password" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identity_provider_tenant_id_unique" UNIQUE("tenant_id")
);

CREATE TABLE "member_identity" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "sign_in_state" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state_hash" text NOT NULL,
	"browser_hash" text NOT NULL,
	"provider_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"origin" text NOT NULL,
	"session_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sign_in_state_state_hash_unique" UNIQUE("state_hash")
);

ALTER TABLE "row_change" DROP CONSTRAINT "row_change_verb";
-- The earlier rows satisfied a narrower list, so they need not be read.
ALTER TABLE "row_change" ADD CONSTRAINT "row_change_verb" CHECK (verb in ('add', 'update', 'delete', 'restore', 'erase', 'signIn', 'signInFailed', 'viewStart', 'viewEnd', 'hostAdd', 'hostProve', 'hostFail', 'hostRemove', 'providerSave', 'providerRemove', 'providerRefuse', 'identityLink', 'identityUnlink', 'configurationExport', 'configurationImport')) NOT VALID;
ALTER TABLE "session" ADD COLUMN "identity_id" uuid;
ALTER TABLE "step_ticket" ADD COLUMN "identity_id" uuid;
ALTER TABLE "identity_provider" ADD CONSTRAINT "identity_provider_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "member_identity" ADD CONSTRAINT "member_identity_provider_id_identity_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."identity_provider"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "member_identity" ADD CONSTRAINT "member_identity_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "sign_in_state" ADD CONSTRAINT "sign_in_state_provider_id_identity_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."identity_provider"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "member_identity_subject" ON "member_identity" USING btree ("provider_id","subject");
CREATE UNIQUE INDEX "member_identity_member" ON "member_identity" USING btree ("member_id");
CREATE INDEX "member_identity_account" ON "member_identity" USING btree ("account_id");
CREATE INDEX "sign_in_state_expires" ON "sign_in_state" USING btree ("expires_at");
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "identity_provider" TO meridian_app; END IF; END $$;
ALTER TABLE "identity_provider" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "identity_provider" FORCE ROW LEVEL SECURITY;
CREATE POLICY "identity_provider_tenant" ON "identity_provider" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT true WHERE current_setting('meridian.tenant', true) = '*') IS NOT NULL);
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "member_identity" TO meridian_app; END IF; END $$;
ALTER TABLE "member_identity" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "member_identity" FORCE ROW LEVEL SECURITY;
CREATE POLICY "member_identity_tenant" ON "member_identity" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT true WHERE current_setting('meridian.tenant', true) = '*') IS NOT NULL);
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "sign_in_state" TO meridian_app; END IF; END $$;
CREATE TRIGGER "file_use_insert" AFTER INSERT ON "identity_provider" FOR EACH ROW WHEN (ROW(NEW."issuer", NEW."client_id", NEW."secret", NEW."name", NEW."domains")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_update" AFTER UPDATE ON "identity_provider" FOR EACH ROW WHEN (ROW(OLD."issuer", OLD."client_id", OLD."secret", OLD."name", OLD."domains")::text LIKE '%files%' OR ROW(NEW."issuer", NEW."client_id", NEW."secret", NEW."name", NEW."domains")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_delete" AFTER DELETE ON "identity_provider" FOR EACH ROW WHEN (ROW(OLD."issuer", OLD."client_id", OLD."secret", OLD."name", OLD."domains")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_insert" AFTER INSERT ON "member_identity" FOR EACH ROW WHEN (ROW(NEW."subject", NEW."email")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_update" AFTER UPDATE ON "member_identity" FOR EACH ROW WHEN (ROW(OLD."subject", OLD."email")::text LIKE '%files%' OR ROW(NEW."subject", NEW."email")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_delete" AFTER DELETE ON "member_identity" FOR EACH ROW WHEN (ROW(OLD."subject", OLD."email")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
