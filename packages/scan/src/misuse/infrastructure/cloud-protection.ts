import { defineMisuseRule } from "../define-misuse-rule.ts"
import { listCdkNames } from "./finders/cdk-names.ts"
import { cloudWords, defineSettingRow } from "./finders/resource-settings.ts"

const s3 = 'import * as s3 from "aws-cdk-lib/aws-s3"\n'
const sqs = 'import * as sqs from "aws-cdk-lib/aws-sqs"\n'
const sns = 'import * as sns from "aws-cdk-lib/aws-sns"\n'
const kms = 'import * as kms from "aws-cdk-lib/aws-kms"\n'
const pulumi = 'import * as aws from "@pulumi/aws"\n'

/** How cloud resources that are defined in code protect what they hold. */
export const cloudProtectionRules = [
  defineMisuseRule(
    {
      id: "unencrypted-cloud-data",
      severity: "minor",
      cwe: "CWE-311",
      title: "Encryption at rest is disabled for a cloud resource",
      description: "Backups, snapshots and discarded disks can be read by anyone who gets hold of them.",
      fix: "Turn encryption on, with the provider's key or your own.",
      words: cloudWords,
    },
    [
      defineSettingRow(/^(?:storageEncrypted|encrypted|atRestEncryptionEnabled|encryptAtRest)$/, /^false$/, {
        example: `${pulumi}new aws.rds.Instance("a", { storageEncrypted: false })\n`,
        lookAlike: `${pulumi}new aws.rds.Instance("a", { storageEncrypted: true })\n`,
      }),
      defineSettingRow(/^(?:encryption|encryptionType)$/, /(?:^|\.)(?:UNENCRYPTED|NONE)$/, {
        example: `${sqs}new sqs.Queue(this, "A", { encryption: sqs.QueueEncryption.UNENCRYPTED })\n`,
        lookAlike: `${sqs}new sqs.Queue(this, "A", { encryption: sqs.QueueEncryption.KMS })\n`,
      }),
      defineSettingRow(/^(?:encryptionAtRest\w*|serverSideEncryption|encryptAtRest)$/, /\benabled:\s*false\b/, {
        example: `${pulumi}new aws.opensearch.Domain("a", { encryptAtRest: { enabled: false } })\n`,
        lookAlike: `${pulumi}new aws.opensearch.Domain("a", { encryptAtRest: { enabled: true } })\n`,
      }),
    ],
  ),
  defineMisuseRule(
    {
      id: "unprotected-cloud-store",
      severity: "minor",
      cwe: "CWE-311",
      title: "Bucket, queue or topic without encryption settings",
      description: "Clients may connect without TLS, and the data is not encrypted with a key of your own.",
      fix: "Set enforceSSL: true, and encryption or a KMS key.",
      words: ["aws-cdk"],
    },
    [
      {
        language: "script",
        calls: listCdkNames("s3", "Bucket"),
        where: { encryption: "missing", encryptionKey: "missing", enforceSSL: "missing" },
        example: `${s3}new s3.Bucket(this, "A", { versioned: true })\n`,
        lookAlike: `${s3}new s3.Bucket(this, "A", { enforceSSL: true })\n`,
      },
      {
        language: "script",
        calls: listCdkNames("sqs", "Queue"),
        where: { encryption: "missing", encryptionMasterKey: "missing", enforceSSL: "missing" },
        example: `${sqs}new sqs.Queue(this, "A")\n`,
        lookAlike: `${sqs}new sqs.Queue(this, "A", { ...props })\n`,
      },
      {
        language: "script",
        calls: listCdkNames("sns", "Topic"),
        where: { masterKey: "missing", enforceSSL: "missing" },
        example: `${sns}new sns.Topic(this, "A")\n`,
        lookAlike: `${sns}new sns.Topic(this, "A", { masterKey })\n`,
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "cloud-without-tls",
      severity: "minor",
      cwe: "CWE-319",
      title: "Cleartext transmission: cloud resource accepts connections without TLS, or with an old version",
      description: "Anyone who can see the traffic can read and change it.",
      fix: "Require TLS 1.2 or later, and redirect plain HTTP.",
      words: cloudWords,
    },
    [
      defineSettingRow(
        /^(?:enforceSSL|enforceHttps|transitEncryptionEnabled|enableHttpsTrafficOnly|nodeToNodeEncryption|requireSsl)$/,
        /^false$/,
        {
          example: `${s3}new s3.Bucket(this, "A", { enforceSSL: false })\n`,
          lookAlike: `${s3}new s3.Bucket(this, "A", { enforceSSL: true })\n`,
        },
      ),
      defineSettingRow(
        /^(?:viewerProtocolPolicy|protocolPolicy|originProtocolPolicy)$/,
        /(?:^|\.)(?:ALLOW_ALL|HTTP_ONLY|allow-all|http-only)$/,
        {
          example: `${pulumi}new aws.cloudfront.Distribution("a", { defaultCacheBehavior: { viewerProtocolPolicy: "allow-all" } })\n`,
          lookAlike: `${pulumi}new aws.cloudfront.Distribution("a", { defaultCacheBehavior: { viewerProtocolPolicy: "https-only" } })\n`,
        },
      ),
      defineSettingRow(
        /^(?:minimumProtocolVersion|securityPolicy|sslPolicy|minimumTlsVersion|minTlsVersion)$/,
        /(?:^|\.)(?:SSL_?V3|TLS_?V1(?:_1)?(?:_201\d)?|TLS_1_[01]|TLS1[01](?:_\w+)?|TLSv1(?:\.[01])?|LEGACY)$/i,
        {
          example:
            'import * as cf from "aws-cdk-lib/aws-cloudfront"\nnew cf.Distribution(this, "A", { minimumProtocolVersion: cf.SecurityPolicyProtocol.TLS_V1 })\n',
          lookAlike:
            'import * as cf from "aws-cdk-lib/aws-cloudfront"\nnew cf.Distribution(this, "A", { minimumProtocolVersion: cf.SecurityPolicyProtocol.TLS_V1_2_2021 })\n',
        },
      ),
      {
        language: "script",
        calls: [".addListener"],
        where: { protocol: /(?:^|\.)HTTP$/, defaultAction: "missing" },
        example:
          'import * as lb from "aws-cdk-lib/aws-elasticloadbalancingv2"\nbalancer.addListener("A", { port: 80, protocol: lb.ApplicationProtocol.HTTP })\n',
        lookAlike:
          'import * as lb from "aws-cdk-lib/aws-elasticloadbalancingv2"\nbalancer.addListener("A", { protocol: lb.ApplicationProtocol.HTTP, defaultAction: lb.ListenerAction.redirect({ port: "443" }) })\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "weak-cloud-setting",
      severity: "minor",
      cwe: "CWE-1188",
      title: "Security setting of a cloud resource is disabled",
      description:
        "Depending on the setting, attackers get in more easily or reach more, or there is no log or backup to rely on.",
      fix: "Keep the protection on, or say in a comment why this resource does not need it.",
      words: cloudWords,
    },
    [
      defineSettingRow(/^(?:privileged|hostNetwork|hostPID|hostIPC|allowPrivilegeEscalation)$/, /^true$/, {
        example:
          'import * as build from "aws-cdk-lib/aws-codebuild"\nnew build.Project(this, "A", { environment: { privileged: true } })\n',
        lookAlike:
          'import * as build from "aws-cdk-lib/aws-codebuild"\nnew build.Project(this, "A", { environment: { privileged: false } })\n',
      }),
      defineSettingRow(
        /^(?:requireImdsv2|enableKeyRotation|enableFileValidation|enableLogFileValidation|imageScanOnPush|scanOnPush|pointInTimeRecovery)$/,
        /^false$/,
        {
          example: `${kms}new kms.Key(this, "A", { enableKeyRotation: false })\n`,
          lookAlike: `${kms}new kms.Key(this, "A", { enableKeyRotation: true })\n`,
        },
      ),
      defineSettingRow(/^httpTokens$/, /^optional$/, {
        example: `${pulumi}new aws.ec2.Instance("a", { metadataOptions: { httpTokens: "optional" } })\n`,
        lookAlike: `${pulumi}new aws.ec2.Instance("a", { metadataOptions: { httpTokens: "required" } })\n`,
      }),
      defineSettingRow(/^mfa$|^mfaConfiguration$/, /(?:^|\.)OFF$/, {
        example:
          'import * as cognito from "aws-cdk-lib/aws-cognito"\nnew cognito.UserPool(this, "A", { mfa: cognito.Mfa.OFF })\n',
        lookAlike:
          'import * as cognito from "aws-cdk-lib/aws-cognito"\nnew cognito.UserPool(this, "A", { mfa: cognito.Mfa.REQUIRED })\n',
      }),
      defineSettingRow(
        /^(?:minLength|minimumLength|minimumPasswordLength)$/,
        ({ value, others }) =>
          /^[1-7]$/.test(value) && [...others.keys()].some((name) => /^require|^password/i.test(name)),
        {
          example: `${pulumi}new aws.cognito.UserPool("a", { passwordPolicy: { minimumLength: 6, requireNumbers: true } })\n`,
          lookAlike: `${pulumi}new aws.cognito.UserPool("a", { passwordPolicy: { minimumLength: 12, requireNumbers: true } })\n`,
        },
      ),
    ],
  ),
  defineMisuseRule(
    {
      id: "cloud-default-kept",
      severity: "suggestion",
      persona: "pedantic",
      cwe: "CWE-1188",
      title: "Cloud resource without a recommended protection",
      description:
        "It has less than the provider recommends: no enforced TLS, no key rotation, or no earlier versions to restore.",
      fix: "Turn on enforceSSL, versioned, pointInTimeRecovery or enableKeyRotation, unless there is a reason not to.",
      saidBetterBy: ["unprotected-cloud-store", "unencrypted-cloud-data", "cloud-without-tls", "weak-cloud-setting"],
      words: ["aws-cdk"],
    },
    [
      {
        language: "script",
        calls: listCdkNames("s3", "Bucket"),
        where: { enforceSSL: "missing" },
        example: `${s3}new s3.Bucket(this, "A", { encryption: s3.BucketEncryption.KMS })\n`,
        lookAlike: `${s3}new s3.Bucket(this, "A", { encryption: s3.BucketEncryption.KMS, enforceSSL: true })\n`,
      },
      {
        language: "script",
        calls: listCdkNames("s3", "Bucket"),
        where: { versioned: /^false$/ },
        example: `${s3}new s3.Bucket(this, "A", { enforceSSL: true, versioned: false })\n`,
        lookAlike: `${s3}new s3.Bucket(this, "A", { enforceSSL: true, versioned: true })\n`,
      },
      {
        language: "script",
        calls: listCdkNames("dynamodb", "Table"),
        where: { pointInTimeRecovery: "missing", pointInTimeRecoverySpecification: "missing" },
        example: 'import { Table } from "aws-cdk-lib/aws-dynamodb"\nnew Table(this, "A", { partitionKey })\n',
        lookAlike:
          'import { Table } from "aws-cdk-lib/aws-dynamodb"\nnew Table(this, "A", { partitionKey, pointInTimeRecovery: true })\n',
      },
      {
        language: "script",
        calls: listCdkNames("kms", "Key"),
        where: { enableKeyRotation: "missing", keySpec: "missing" },
        example: `${kms}new kms.Key(this, "A", { description: "app" })\n`,
        lookAlike: `${kms}new kms.Key(this, "A", { enableKeyRotation: true })\n`,
      },
    ],
  ),
]
