# 16 shards of one stream as a batch job.
#   start:   nomad job run deploy/nomad/catbird.nomad.hcl
#   stop:    nomad job stop catbird
#   resume:  nomad job run deploy/nomad/catbird.nomad.hcl
#   sum up:  catbird summary redis://state/orders
job "catbird" {
  type = "batch"

  group "shards" {
    count = 16

    # 4 starts on a machine, then on up to 5 others: 24. Nomad does not look at exit codes, so a mistake in the options
    # would otherwise be repeated forever.
    restart {
      attempts = 3
      interval = "24h"
      delay    = "5s"
      mode     = "fail"
    }

    reschedule {
      attempts       = 5
      interval       = "24h"
      delay          = "30s"
      delay_function = "exponential"
      max_delay      = "10m"
      unlimited      = false
    }

    task "catbird" {
      driver       = "docker"
      # As long as the clients of Nomad allow by default: max_kill_timeout.
      kill_timeout = "30s"

      config {
        image           = "catbird:0.1.0"
        readonly_rootfs = true
        args = [
          "run", "/local/stream.yaml",
          "--shard", "auto/16",
          "--start-at", "auto",
          "--state", "redis://state/orders",
          "--digest", "--json",
        ]
      }

      template {
        destination = "local/stream.yaml"
        data        = <<-EOT
          destination: http
          settings: { url: 'http://sink:7181' }
          template: Online Shop
          seed: 42
          eps: 2000
          limit: 1000000
          from: '2026-01-01'
          delivery: { retryFor: 5m }
        EOT
      }

      resources {
        cpu    = 1000
        memory = 512
      }
    }
  }
}
