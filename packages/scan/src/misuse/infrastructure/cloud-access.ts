import { defineMisuseRule } from "../define-misuse-rule.ts"
import { isOpenIngress, findOpenIngressCalls } from "./finders/ingress.ts"
import { allowsAnyone, allowsEverything } from "./finders/policies.ts"
import { cloudWords, findEnclosingResource, defineSettingRow } from "./finders/resource-settings.ts"

const s3 = 'import * as s3 from "aws-cdk-lib/aws-s3"\n'
const iam = 'import * as iam from "aws-cdk-lib/aws-iam"\n'
const ec2 = 'import * as ec2 from "aws-cdk-lib/aws-ec2"\n'
const pulumi = 'import * as aws from "@pulumi/aws"\n'

/** Who can reach cloud resources that are defined in code. */
export const cloudAccessRules = [
  defineMisuseRule(
    {
      id: "public-cloud-storage",
      severity: "minor",
      cwe: "CWE-732",
      title: "Public bucket: cloud storage is readable by everyone",
      description: "Anyone on the internet can read the files and, with some of these settings, change them.",
      fix: "Keep the storage private and serve public files through a CDN or signed URLs.",
      words: [...cloudWords, "client-s3", "aws-sdk"],
    },
    [
      defineSettingRow(/^publicReadAccess$/, /^true$/, {
        example: `${s3}new s3.Bucket(this, "A", { publicReadAccess: true, enforceSSL: true })\n`,
        lookAlike: `${s3}new s3.Bucket(this, "A", { publicReadAccess: false, enforceSSL: true })\n`,
      }),
      defineSettingRow(
        /^(?:acl|ACL|accessControl)$/,
        /(?:^|\.)(?:public-read(?:-write)?|PublicRead(?:Write)?|PUBLIC_READ(?:_WRITE)?)$/,
        {
          example: `${pulumi}new aws.s3.Bucket("a", { acl: "public-read" })\n`,
          lookAlike: `${pulumi}new aws.s3.Bucket("a", { acl: "private" })\n`,
        },
      ),
      defineSettingRow(/^(?:blockPublicAcls|blockPublicPolicy|ignorePublicAcls|restrictPublicBuckets)$/, /^false$/, {
        example: `${pulumi}new aws.s3.BucketPublicAccessBlock("a", { bucket, blockPublicAcls: false })\n`,
        lookAlike: `${pulumi}new aws.s3.BucketPublicAccessBlock("a", { bucket, blockPublicAcls: true })\n`,
      }),
      defineSettingRow(/^members?$/, /^\[?all(?:Authenticated)?Users\]?$/, {
        example: 'import * as gcp from "@pulumi/gcp"\nnew gcp.storage.BucketIAMMember("a", { member: "allUsers" })\n',
        lookAlike:
          'import * as gcp from "@pulumi/gcp"\nnew gcp.storage.BucketIAMMember("a", { member: `user:${me}` })\n',
      }),
      defineSettingRow(/^(?:allowBlobPublicAccess|allowNestedItemsToBePublic)$/, /^true$/, {
        example:
          'import * as az from "@pulumi/azure-native"\nnew az.storage.StorageAccount("a", { allowBlobPublicAccess: true })\n',
        lookAlike:
          'import * as az from "@pulumi/azure-native"\nnew az.storage.StorageAccount("a", { allowBlobPublicAccess: false })\n',
      }),
      {
        language: "script",
        calls: [".grantPublicAccess"],
        example: `${s3}bucket.grantPublicAccess("img/*")\n`,
        lookAlike: `${s3}bucket.grantRead(role)\n`,
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "public-cloud-service",
      severity: "minor",
      cwe: "CWE-668",
      title: "Publicly accessible cloud service",
      description: "Anyone on the internet can connect, and at most a password or a key protects the service.",
      fix: "Put the service into a private network, or require authentication.",
      words: cloudWords,
    },
    [
      defineSettingRow(/^(?:publiclyAccessible|allowUnauthenticatedIdentities|associatePublicIpAddress)$/, /^true$/, {
        example: `${pulumi}new aws.rds.Instance("a", { publiclyAccessible: true })\n`,
        lookAlike: `${pulumi}new aws.rds.Instance("a", { publiclyAccessible: false })\n`,
      }),
      defineSettingRow(
        /^(?:authType|authorizationType|endpointAccess|visibility)$/,
        /(?:^|\.)(?:NONE|PUBLIC|PUBLIC_READ)$/,
        {
          example:
            'import * as lambda from "aws-cdk-lib/aws-lambda"\nfn.addFunctionUrl({ authType: lambda.FunctionUrlAuthType.NONE })\n',
          lookAlike:
            'import * as lambda from "aws-cdk-lib/aws-lambda"\nfn.addFunctionUrl({ authType: lambda.FunctionUrlAuthType.AWS_IAM })\n',
        },
      ),
    ],
  ),
  defineMisuseRule(
    {
      id: "open-security-group",
      severity: "major",
      cwe: "CWE-284",
      title: "Security group open to the internet (0.0.0.0/0) on a port other than HTTP and HTTPS",
      description: "Everyone on the internet can try to log in to the server or the database behind it.",
      fix: "Allow only the addresses or the security group that need access.",
      words: cloudWords,
    },
    [
      {
        language: "script",
        find: findOpenIngressCalls,
        example: `${ec2}group.addIngressRule(ec2.Peer.anyIpv4(), ec2.Port.tcp(22))\n`,
        lookAlike: `${ec2}group.addIngressRule(ec2.Peer.anyIpv4(), ec2.Port.tcp(443))\n`,
      },
      defineSettingRow(/^(?:cidrIp|cidrIpv6|cidrIpv4|cidrBlocks|ipv6CidrBlocks|sourceRanges)$/, isOpenIngress, {
        example: `${pulumi}new aws.ec2.SecurityGroup("a", { ingress: [{ fromPort: 22, toPort: 22, cidrBlocks: ["0.0.0.0/0"] }] })\n`,
        lookAlike: `${pulumi}new aws.ec2.SecurityGroup("a", { egress: [{ fromPort: 0, toPort: 0, cidrBlocks: ["0.0.0.0/0"] }] })\n`,
      }),
    ],
  ),
  defineMisuseRule(
    {
      id: "wide-cloud-policy",
      severity: "minor",
      cwe: "CWE-250",
      title: "Excessive privileges: policy allows far more than is needed",
      description:
        "An attacker who takes over the identity, or anyone at all, can read and change everything that the policy covers.",
      fix: "List the actions, resources and principals that are needed.",
      words: cloudWords,
    },
    [
      defineSettingRow(/^(?:actions|Action)$/, allowsEverything, {
        example: `${iam}role.addToPolicy(new iam.PolicyStatement({ actions: ["*"], resources: ["*"] }))\n`,
        lookAlike: `${iam}role.addToPolicy(new iam.PolicyStatement({ actions: ["s3:GetObject"], resources: ["*"] }))\n`,
      }),
      defineSettingRow(/^(?:principals|Principal)$/, allowsAnyone, {
        example: `${iam}bucket.addToResourcePolicy(new iam.PolicyStatement({ principals: [new iam.AnyPrincipal()], actions: ["s3:GetObject"] }))\n`,
        lookAlike: `${iam}bucket.addToResourcePolicy(new iam.PolicyStatement({ effect: iam.Effect.DENY, principals: [new iam.AnyPrincipal()] }))\n`,
      }),
      defineSettingRow(/^policyArn$/, /\/(?:AdministratorAccess|IAMFullAccess|PowerUserAccess)$/, {
        example: `${pulumi}new aws.iam.RolePolicyAttachment("a", { role, policyArn: "arn:aws:iam::aws:policy/AdministratorAccess" })\n`,
        lookAlike: `${pulumi}new aws.iam.RolePolicyAttachment("a", { role, policyArn: "arn:aws:iam::aws:policy/ReadOnlyAccess" })\n`,
      }),
      {
        language: "script",
        find: (code) =>
          code.calls
            .filter(
              ({ method, args }) =>
                method === "fromAwsManagedPolicyName" &&
                /^["'](?:AdministratorAccess|IAMFullAccess|PowerUserAccess)["']$/.test(args[0]?.text ?? ""),
            )
            .map(({ node }) => findEnclosingResource(node)),
        example: `${iam}role.addManagedPolicy(iam.ManagedPolicy.fromAwsManagedPolicyName("AdministratorAccess"))\n`,
        lookAlike: `${iam}role.addManagedPolicy(iam.ManagedPolicy.fromAwsManagedPolicyName("ReadOnlyAccess"))\n`,
      },
    ],
  ),
]
