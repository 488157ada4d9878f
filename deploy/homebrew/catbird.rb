# A formula for a tap. Fill in the version and the checksum of the package that the release has:
#   gh release download catbird@0.1.0 --pattern 'catbird-*.tgz' && shasum -a 256 catbird-0.1.0.tgz
# then: brew install --build-from-source ./catbird.rb && brew test catbird
class Catbird < Formula
  desc "Streams realistic mock events to a destination at a rate you choose"
  homepage "https://github.com/catbird-data/catbird#readme"
  url "https://github.com/catbird-data/catbird/releases/download/catbird%400.1.0/catbird-0.1.0.tgz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "Apache-2.0"

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink libexec.glob("bin/*")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/catbird --version")
    assert_equal 3, shell_output("#{bin}/catbird sample -n 3 --quiet").lines.length
  end
end
